"""An X client without a toolkit that draws what it is told and draws it again when the server asks for it.

One JSON command a line; each is answered with a line once the server has done it:
{"do": "window", "x", "y", "width", "height", "border", "depth", "override", "ground", "fills": [[x, y, w, h, pixel]],
"draws": false for a client that never does} -> {"window"};
{"do": "shape", "window", "rectangles": [[x, y, w, h]]}, {"do": "resize", "window", "width", "height"},
{"do": "unmap" | "raise" | "iconify", "window"}.
"""

import ctypes
import json
import os
import select
import sys

x11 = ctypes.CDLL("libX11.so.6")
xext = ctypes.CDLL("libXext.so.6")
x11.XOpenDisplay.restype = x11.XCreateGC.restype = x11.XDefaultVisual.restype = ctypes.c_void_p
for name in ("XCreateWindow", "XInternAtom", "XDefaultRootWindow", "XCreateColormap"):
    getattr(x11, name).restype = ctypes.c_ulong

INPUT_OUTPUT, TRUE_COLOR, EXPOSE, EXPOSURE_MASK, SHAPE_SET = 1, 4, 12, 1 << 15, 0
VALUES = 1 << 1 | 1 << 3 | 1 << 9 | 1 << 11 | 1 << 13  # back pixel, border pixel, override, event mask, colormap


class Attributes(ctypes.Structure):
    _fields_ = [
        ("background_pixmap", ctypes.c_ulong), ("background_pixel", ctypes.c_ulong), ("border_pixmap", ctypes.c_ulong),
        ("border_pixel", ctypes.c_ulong), ("gravities", ctypes.c_int * 3), ("planes", ctypes.c_ulong * 2),
        ("save_under", ctypes.c_int), ("event_mask", ctypes.c_long), ("do_not_propagate", ctypes.c_long),
        ("override_redirect", ctypes.c_int), ("colormap", ctypes.c_ulong), ("cursor", ctypes.c_ulong),
    ]


class VisualInfo(ctypes.Structure):
    _fields_ = [("visual", ctypes.c_void_p), ("id", ctypes.c_ulong), ("screen", ctypes.c_int), ("depth", ctypes.c_int),
                ("kind", ctypes.c_int), ("masks", ctypes.c_ulong * 3), ("size", ctypes.c_int), ("bits", ctypes.c_int)]


class Rectangle(ctypes.Structure):
    _fields_ = [("x", ctypes.c_short), ("y", ctypes.c_short), ("width", ctypes.c_ushort), ("height", ctypes.c_ushort)]


pointer = x11.XOpenDisplay(None)
if not pointer:
    sys.exit("no display")
display = ctypes.c_void_p(pointer)
screen = x11.XDefaultScreen(display)
root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
drawings = {}


def id_of(command):
    return ctypes.c_ulong(command["window"])


def visual_of(depth):
    info = VisualInfo()
    if not x11.XMatchVisualInfo(display, screen, depth, TRUE_COLOR, ctypes.byref(info)):
        sys.exit(f"no visual of depth {depth}")
    return ctypes.c_void_p(info.visual)


def make(command):
    depth = command.get("depth", x11.XDefaultDepth(display, screen))
    visual = visual_of(depth)
    attributes = Attributes(
        background_pixel=command.get("ground", 0), border_pixel=0xFF00FF, event_mask=EXPOSURE_MASK,
        override_redirect=1 if command.get("override") else 0,
        colormap=x11.XCreateColormap(display, root, visual, 0))
    window = x11.XCreateWindow(
        display, root, command.get("x", 0), command.get("y", 0), command["width"], command["height"],
        command.get("border", 0), depth, INPUT_OUTPUT, visual, ctypes.c_ulong(VALUES), ctypes.byref(attributes))
    identity = ctypes.c_ulong(window)
    wm_class = b"drawn\0Drawn\0"
    x11.XChangeProperty(display, identity, ctypes.c_ulong(67), ctypes.c_ulong(31), 8, 0, wm_class, len(wm_class))
    x11.XStoreName(display, identity, b"Drawn")
    gc = ctypes.c_void_p(x11.XCreateGC(display, identity, ctypes.c_ulong(0), None))
    drawings[window] = (gc, command.get("fills", []), command.get("draws", True))
    x11.XMapRaised(display, identity)
    x11.XSync(display, 0)
    draw(window)
    return {"window": window}


def draw(window):
    gc, fills, draws = drawings[window]
    for x, y, width, height, pixel in fills if draws else []:
        x11.XSetForeground(display, gc, ctypes.c_ulong(pixel))
        x11.XFillRectangle(display, ctypes.c_ulong(window), gc, x, y, width, height)


def shape(command):
    rectangles = [Rectangle(*rectangle) for rectangle in command["rectangles"]]
    array = (Rectangle * len(rectangles))(*rectangles)
    xext.XShapeCombineRectangles(display, id_of(command), 0, 0, 0, array, len(rectangles), SHAPE_SET, 0)


commands = {
    "window": make,
    "shape": shape,
    "resize": lambda command: x11.XResizeWindow(display, id_of(command), command["width"], command["height"]) and None,
    "unmap": lambda command: x11.XUnmapWindow(display, id_of(command)) and None,
    "raise": lambda command: x11.XRaiseWindow(display, id_of(command)) and None,
    "iconify": lambda command: x11.XIconifyWindow(display, id_of(command), screen) and None,
}


def answer_server():
    event = (ctypes.c_long * 24)()
    while x11.XPending(display):
        x11.XNextEvent(display, event)
        if (event[0] & 0xFFFFFFFF) == EXPOSE:
            draw(event[4])
    x11.XFlush(display)


rest = b""
while True:
    answer_server()
    ready, _, _ = select.select([0, x11.XConnectionNumber(display)], [], [])
    if 0 not in ready:
        continue
    data = os.read(0, 65536)
    if not data:
        break
    *lines, rest = (rest + data).split(b"\n")
    for line in lines:
        command = json.loads(line)
        answer = commands[command["do"]](command) or {}
        x11.XSync(display, 0)
        answer_server()
        print(json.dumps(answer), flush=True)
