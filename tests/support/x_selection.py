"""An X client that owns selections and asks for them as it is told, one JSON command a line, and answers each with a
line. It serves while it waits for commands. Written after ICCCM, independent of the program.

Commands: {"do": "show", "class"} -> {"window"}: shows a window with that WM_CLASS.
{"do": "own", "selection", "targets": {name: text}, "how", "repeat"} -> {"window"}: owns a selection. A text is sent
`repeat` times. `how`: "plain", "pieces" (INCR), "stall" (never answers), "stall_pieces" (announces INCR only),
"endless" (INCR without end), "die" (ends when asked), "die_pieces" (ends after the first piece), "image" (answers every
target with type image/png), "words" (answers in units of 32 bits), "flood" (one byte a piece).
{"do": "read", "selection", "target", "stop"} -> {"type", "format", "length", "sha256", "text", "pieces"}: asks for a
target; "stop" ends the process after so many pieces of INCR. An answer without type is a refusal.
{"do": "multiple", "selection", "targets": [names]} -> {"answers": {name: as by read, or null}}.
{"do": "targets", "selection"} -> {"names"}. {"do": "owner", "selection"} -> {"window"}.
{"do": "release", "selection"}: gives it up.
"""

import ctypes
import hashlib
import json
import os
import select
import sys

x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XGetAtomName.restype = ctypes.c_char_p
for name in ("XCreateSimpleWindow", "XInternAtom", "XDefaultRootWindow", "XGetSelectionOwner"):
    getattr(x11, name).restype = ctypes.c_ulong
ON_ERROR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
ignore = ON_ERROR(lambda display, event: 0)
x11.XSetErrorHandler(ignore)

PROPERTY_CHANGE, NEW_VALUE, DELETED = 1 << 22, 0, 1
PROPERTY_NOTIFY, SELECTION_CLEAR, SELECTION_REQUEST, SELECTION_NOTIFY = 28, 29, 30, 31
PIECE = 60_000
U, I, P = ctypes.c_ulong, ctypes.c_int, ctypes.c_void_p
HEAD = [("type", I), ("serial", U), ("send_event", I), ("display", P)]


class Property(ctypes.Structure):
    _fields_ = HEAD + [("window", U), ("atom", U), ("time", U), ("state", I)]


class Request(ctypes.Structure):
    _fields_ = HEAD + [("owner", U), ("requestor", U), ("selection", U), ("target", U), ("property", U), ("time", U)]


class Notify(ctypes.Structure):
    _fields_ = HEAD + [("requestor", U), ("selection", U), ("target", U), ("property", U), ("time", U)]


class Event(ctypes.Union):
    _fields_ = [("type", I), ("property", Property), ("request", Request), ("notify", Notify), ("pad", ctypes.c_long * 24)]


display = P(x11.XOpenDisplay(None))
if not display.value:
    sys.exit("no display")
root = x11.XDefaultRootWindow(display)


def atom(name):
    return x11.XInternAtom(display, name.encode(), 0)


def name_of(number):
    return x11.XGetAtomName(display, U(number)).decode() if number else None


def make_window():
    made = x11.XCreateSimpleWindow(display, U(root), 20, 20, 200, 100, 0, U(0), U(0xC0C0C0))
    x11.XSelectInput(display, U(made), PROPERTY_CHANGE)
    return made


def put(window, name, kind, format, data):
    """data: bytes for format 8, a list of numbers for 32."""
    values = (ctypes.c_ubyte * len(data)).from_buffer_copy(data) if format == 8 else (U * len(data))(*data)
    x11.XChangeProperty(display, U(window), U(name), U(kind), format, 0, values, len(data))


def take(window, name):
    kind, format, items, after, value = U(), I(), U(), U(), P()
    x11.XGetWindowProperty(display, U(window), U(name), 0, 1 << 28, 1, U(0), ctypes.byref(kind), ctypes.byref(format),
                           ctypes.byref(items), ctypes.byref(after), ctypes.byref(value))
    if not kind.value:
        return None
    size = {8: 1, 16: 2, 32: 8}[format.value]
    data = ctypes.string_at(value, items.value * size)
    x11.XFree(value)
    return kind.value, format.value, data


class Owned:
    def __init__(self, command):
        self.how = command.get("how", "plain")
        times = command.get("repeat", 1)
        self.data = {atom(name): text.encode() * times for name, text in command["targets"].items()}
        self.window = make_window()


owned = {}
sending = {}


def answer(request):
    """Returns the property of the answer, or 0."""
    mine = owned.get(request.selection)
    if mine is None:
        return 0
    to, name, target = request.requestor, request.property or request.target, request.target
    if mine.how == "die":
        os._exit(0)
    if mine.how == "image" and target != atom("TARGETS"):
        put(to, name, atom("image/png"), 8, b"\x89PNG")
        return name
    if mine.how == "words" and target != atom("TARGETS"):
        put(to, name, target, 32, [1, 2, 3])
        return name
    if target == atom("TARGETS"):
        put(to, name, atom("ATOM"), 32, [atom("TARGETS"), *mine.data])
        return name
    if target not in mine.data:
        return 0
    if mine.how == "plain":
        put(to, name, target, 8, mine.data[target])
        return name
    x11.XSelectInput(display, U(to), PROPERTY_CHANGE)
    put(to, name, atom("INCR"), 32, [len(mine.data[target])])
    sending[to, name] = [target, mine.data[target], 0, mine.how]
    return name


def send_piece(window, name):
    kind, data, at, how = sending[window, name]
    if how == "stall_pieces":
        return
    size = 1 if how == "flood" else PIECE
    piece = data[:size] if how == "endless" else data[at:at + size]
    put(window, name, kind, 8, piece)
    sending[window, name][2] = at + len(piece)
    if how == "die_pieces":
        x11.XSync(display, 0)
        os._exit(0)
    if not piece:
        del sending[window, name]


def handle(event):
    if event.type == SELECTION_REQUEST:
        request = event.request
        mine = owned.get(request.selection)
        if mine and mine.how == "stall":
            return
        reply = Event(notify=Notify(type=SELECTION_NOTIFY, requestor=request.requestor, selection=request.selection,
                                    target=request.target, property=answer(request), time=request.time))
        x11.XSendEvent(display, U(request.requestor), 0, 0, ctypes.byref(reply))
    elif event.type == SELECTION_CLEAR:
        owned.pop(event.request.requestor, None)  # The selection stands where a request has its requestor.
    elif event.type == PROPERTY_NOTIFY and event.property.state == DELETED:
        key = event.property.window, event.property.atom
        if key in sending:
            send_piece(*key)


def next_event():
    event = Event()
    x11.XNextEvent(display, ctypes.byref(event))
    return event


def wait_for(matches):
    while True:
        event = next_event()
        if matches(event):
            return event
        handle(event)


def server_time(window):
    put(window, atom("TIME"), atom("TIME"), 8, b"")
    return wait_for(lambda e: e.type == PROPERTY_NOTIFY and e.property.window == window).property.time


def ask(selection, target, window, name):
    x11.XConvertSelection(display, U(atom(selection)), U(target), U(name), U(window), U(server_time(window)))
    return wait_for(lambda e: e.type == SELECTION_NOTIFY and e.notify.requestor == window).notify.property


def collect(window, name, stop=None):
    """What stands in a property, put together if it comes in pieces."""
    kind, format, data = take(window, name)
    pieces, parts = 0, [data]
    if kind == atom("INCR"):
        parts = []
        while True:
            wait_for(lambda e: e.type == PROPERTY_NOTIFY and e.property.window == window and e.property.atom == name
                     and e.property.state == NEW_VALUE)
            if stop is not None and pieces == stop:
                os._exit(0)
            kind, format, data = take(window, name)
            if not data:
                break
            pieces += 1
            parts.append(data)
    whole = b"".join(parts)
    text = whole[:200].decode("utf-8", "replace") if format == 8 else None
    if format == 32:
        words = (U * (len(whole) // 8)).from_buffer_copy(whole)
        return {"type": name_of(kind), "format": 32, "words": list(words)}
    return {"type": name_of(kind), "format": format, "length": len(whole), "text": text, "pieces": pieces,
            "sha256": hashlib.sha256(whole).hexdigest(), "latin1": whole[:200].decode("latin-1")}


def read(command):
    window = make_window()
    if not ask(command["selection"], atom(command["target"]), window, atom("ANSWER")):
        return {"type": None}
    return collect(window, atom("ANSWER"), command.get("stop"))


def multiple(command):
    window, names = make_window(), command["targets"]
    pairs = [number for index, target in enumerate(names) for number in (atom(target), atom(f"ANSWER_{index}"))]
    put(window, atom("PAIRS"), atom("ATOM_PAIR"), 32, pairs)
    # The answers in pieces are begun before the notification: their properties must still stand then.
    if not ask(command["selection"], atom("MULTIPLE"), window, atom("PAIRS")):
        return {"answers": None}
    _, _, data = take(window, atom("PAIRS"))
    given = (U * (len(data) // 8)).from_buffer_copy(data)[1::2]
    return {"answers": {name: collect(window, prop) if prop else None for name, prop in zip(names, given)}}


def targets(command):
    window = make_window()
    if not ask(command["selection"], atom("TARGETS"), window, atom("ANSWER")):
        return {"names": None}
    _, _, data = take(window, atom("ANSWER"))
    return {"names": [name_of(number) for number in (U * (len(data) // 8)).from_buffer_copy(data)]}


def own(command):
    mine = Owned(command)
    owned[atom(command["selection"])] = mine
    x11.XSetSelectionOwner(display, U(atom(command["selection"])), U(mine.window), U(server_time(mine.window)))
    return {"window": mine.window}


def release(command):
    x11.XSetSelectionOwner(display, U(atom(command["selection"])), U(0), U(0))
    owned.pop(atom(command["selection"]), None)
    return {}


def show(command):
    window = make_window()
    label = f"{command['class']}\0{command['class']}\0".encode()
    put(window, atom("WM_CLASS"), atom("STRING"), 8, label)
    x11.XMapWindow(display, U(window))
    return {"window": window}


def owner(command):
    return {"window": x11.XGetSelectionOwner(display, U(atom(command["selection"])))}


def given(command):
    return {"owns": atom(command["selection"]) in owned}


commands = {"show": show, "own": own, "read": read, "multiple": multiple, "targets": targets, "owner": owner,
            "release": release, "given": given}
rest = b""
while True:
    while x11.XPending(display):
        handle(next_event())
    ready, _, _ = select.select([0, x11.XConnectionNumber(display)], [], [])
    if 0 not in ready:
        continue
    chunk = os.read(0, 65536)
    if not chunk:
        break
    rest += chunk
    while b"\n" in rest:
        line, rest = rest.split(b"\n", 1)
        command = json.loads(line)
        result = commands[command["do"]](command)
        x11.XSync(display, 0)
        print(json.dumps(result), flush=True)
