"""An X client that does what it is told, one JSON command a line, and answers each with a line once the server did it.

Commands: {"do": "window", "x", "y", "width", "height", "border", "parent", "override", "map"} -> {"window"},
{"do": "property", "window", "name", "type", "format", "items" or "text"}, {"do": "compound", "window", "text"},
{"do": "map" | "unmap" | "destroy" | "raise" | "focus" | "iconify" | "close", "window"}, {"do": "connect"}: another connection,
which then makes the windows; {"do": "fork"}: a child goes on and this process ends;
{"do": "pixel", "x", "y"} -> {"pixel"}: what the screen shows at a place.
"""

import ctypes
import json
import os
import sys

x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XGetImage.restype = ctypes.c_void_p
for name in ("XCreateWindow", "XInternAtom", "XDefaultRootWindow", "XGetPixel"):
    getattr(x11, name).restype = ctypes.c_ulong

ON_ERROR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
ignore = ON_ERROR(lambda display, event: 0)
x11.XSetErrorHandler(ignore)

INPUT_OUTPUT, OVERRIDE_REDIRECT, BACK_PIXEL = 1, 1 << 9, 1 << 1
COMPOUND_TEXT_STYLE = 1
CLIENT_MESSAGE, SUBSTRUCTURE, PAGER = 33, 1 << 19 | 1 << 20, 2


class Attributes(ctypes.Structure):
    _fields_ = [
        ("background_pixmap", ctypes.c_ulong), ("background_pixel", ctypes.c_ulong), ("border_pixmap", ctypes.c_ulong),
        ("border_pixel", ctypes.c_ulong), ("gravities", ctypes.c_int * 3), ("planes", ctypes.c_ulong * 2),
        ("save_under", ctypes.c_int), ("event_mask", ctypes.c_long), ("do_not_propagate", ctypes.c_long),
        ("override_redirect", ctypes.c_int), ("colormap", ctypes.c_ulong), ("cursor", ctypes.c_ulong),
    ]


class ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5), ("padding", ctypes.c_long * 12),
    ]


class TextProperty(ctypes.Structure):
    _fields_ = [("value", ctypes.POINTER(ctypes.c_ubyte)), ("encoding", ctypes.c_ulong), ("format", ctypes.c_int),
                ("count", ctypes.c_ulong)]


def connect():
    pointer = x11.XOpenDisplay(None)
    if not pointer:
        sys.exit("no display")
    return ctypes.c_void_p(pointer)


display = connect()
root = x11.XDefaultRootWindow(display)


def atom(name):
    return ctypes.c_ulong(x11.XInternAtom(display, name.encode(), 0))


def id_of(command):
    return ctypes.c_ulong(command["window"])


def window(command):
    attributes = Attributes(override_redirect=1 if command.get("override") else 0, background_pixel=0x808080)
    made = x11.XCreateWindow(
        display, ctypes.c_ulong(command.get("parent", root)), command.get("x", 0), command.get("y", 0),
        command.get("width", 100), command.get("height", 100), command.get("border", 0), 0, INPUT_OUTPUT, None,
        ctypes.c_ulong(OVERRIDE_REDIRECT | BACK_PIXEL), ctypes.byref(attributes))
    if command.get("map"):
        x11.XMapWindow(display, ctypes.c_ulong(made))
    return {"window": made}


def change_property(command):
    size = {8: ctypes.c_ubyte, 16: ctypes.c_ushort, 32: ctypes.c_ulong}[command["format"]]
    items = list(command["text"].encode("utf-8")) if "text" in command else command["items"]
    x11.XChangeProperty(display, id_of(command), atom(command["name"]), atom(command["type"]), command["format"], 0,
                        (size * len(items))(*items), len(items))


def compound(command):
    text = TextProperty()
    lines = (ctypes.c_char_p * 1)(command["text"].encode("utf-8"))
    x11.Xutf8TextListToTextProperty(display, lines, 1, COMPOUND_TEXT_STYLE, ctypes.byref(text))
    x11.XSetTextProperty(display, id_of(command), ctypes.byref(text), atom("WM_NAME"))


def call(name, *more):
    return lambda command: getattr(x11, name)(display, id_of(command), *more) and None


def pixel(command):
    image = ctypes.c_void_p(x11.XGetImage(display, ctypes.c_ulong(root), command["x"], command["y"], 1, 1,
                                          ctypes.c_ulong(0xFFFFFF), 2))
    colour = x11.XGetPixel(image, 0, 0)
    x11.XDestroyImage(image)
    return {"pixel": colour}


def other_connection(command):
    global display
    display = connect()


def close(command):
    """Asks the window manager to close a window, as a pager does."""
    event = ClientMessage(CLIENT_MESSAGE, 0, 1, display, command["window"], atom("_NET_CLOSE_WINDOW"), 32,
                          (ctypes.c_long * 5)(0, PAGER))
    x11.XSendEvent(display, ctypes.c_ulong(root), 0, ctypes.c_long(SUBSTRUCTURE), ctypes.byref(event))


def fork(command):
    if os.fork() != 0:
        os._exit(0)
    return {"pid": os.getpid()}


commands = {
    "window": window, "property": change_property, "compound": compound, "connect": other_connection, "pixel": pixel, "fork": fork,
    "map": call("XMapWindow"), "unmap": call("XUnmapWindow"), "destroy": call("XDestroyWindow"),
    "raise": call("XRaiseWindow"), "focus": call("XSetInputFocus", 2, ctypes.c_ulong(0)),
    "iconify": call("XIconifyWindow", 0), "close": close,
}
while line := sys.stdin.readline():  # Iterating would read ahead, and a fork would lose it.
    command = json.loads(line)
    answer = commands[command["do"]](command) or {}
    x11.XSync(display, 0)
    print(json.dumps(answer), flush=True)
