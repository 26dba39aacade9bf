"""An X client that makes master devices, sends input through them and reads the state of input; protocol as x_client.py.

Commands: {"do": "add", "name"}: a master pointer and keyboard, {"do": "remove", "name"}, {"do": "devices"} -> {"devices"},
{"do": "use", "name"}: what follows goes through that master; without a name through the core devices,
{"do": "move", "x", "y"}, {"do": "button", "button", "press"}, {"do": "key", "keycode", "press"},
{"do": "state"} -> {"x", "y", "mask", "focus", "keys"}, {"do": "map"} -> {"map"},
{"do": "sample"}: samples pointer and focus until {"do": "sampled"} -> {"samples", "seen"}.
"""

import ctypes
import json
import sys
import threading

x11, xi, xtst = (ctypes.CDLL(name) for name in ("libX11.so.6", "libXi.so.6", "libXtst.so.6"))
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XDefaultRootWindow.restype = ctypes.c_ulong
x11.XGetKeyboardMapping.restype = ctypes.POINTER(ctypes.c_ulong)
ADD, REMOVE, FLOATING, ALL_DEVICES = 1, 2, 2, 0
CORE_POINTER = 2


class DeviceInfo(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int), ("name", ctypes.c_char_p), ("use", ctypes.c_int), ("attachment", ctypes.c_int),
                ("enabled", ctypes.c_int), ("num_classes", ctypes.c_int), ("classes", ctypes.c_void_p)]


class AddMaster(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("name", ctypes.c_char_p), ("send_core", ctypes.c_int),
                ("enable", ctypes.c_int)]


class RemoveMaster(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("id", ctypes.c_int), ("return_mode", ctypes.c_int),
                ("pointer", ctypes.c_int), ("keyboard", ctypes.c_int)]


xi.XIQueryDevice.restype = ctypes.POINTER(DeviceInfo)


def connect():
    pointer = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not pointer:
        sys.exit("no display")
    xi.XIQueryVersion(pointer, ctypes.byref(ctypes.c_int(2)), ctypes.byref(ctypes.c_int(2)))
    return pointer


display = connect()
core = connect()  # Whatever the other one uses, this one sees the core devices.
root = x11.XDefaultRootWindow(display)
USES = {1: "master pointer", 2: "master keyboard", 3: "slave pointer", 4: "slave keyboard", 5: "floating"}


def devices():
    count = ctypes.c_int()
    listed = xi.XIQueryDevice(display, ALL_DEVICES, ctypes.byref(count))
    found = [{"id": info.id, "name": info.name.decode(), "use": USES[info.use]} for info in listed[: count.value]]
    xi.XIFreeDeviceInfo(listed)
    return found


def pointer_of(name):
    return next(device["id"] for device in devices() if device["name"] == f"{name} pointer")


def add(command):
    change = AddMaster(ADD, command["name"].encode(), 1, 1)
    xi.XIChangeHierarchy(display, ctypes.byref(change), 1)


def remove(command):
    change = RemoveMaster(REMOVE, pointer_of(command["name"]), FLOATING, 0, 0)
    xi.XIChangeHierarchy(display, ctypes.byref(change), 1)


def use(command):
    master = pointer_of(command["name"]) if "name" in command else CORE_POINTER
    xi.XISetClientPointer(display, ctypes.c_ulong(0), master)


def move(command):
    xtst.XTestFakeMotionEvent(display, -1, command["x"], command["y"], ctypes.c_ulong(0))


def button(command):
    xtst.XTestFakeButtonEvent(display, command["button"], int(command["press"]), ctypes.c_ulong(0))


def key(command):
    xtst.XTestFakeKeyEvent(display, command["keycode"], int(command["press"]), ctypes.c_ulong(0))


def pointer_and_focus(connection):
    windows = [ctypes.c_ulong() for _ in range(3)]
    x, y, inside_x, inside_y, revert = (ctypes.c_int() for _ in range(5))
    mask = ctypes.c_uint()
    x11.XQueryPointer(connection, ctypes.c_ulong(root), *(ctypes.byref(out) for out in (
        windows[0], windows[1], x, y, inside_x, inside_y, mask)))
    x11.XGetInputFocus(connection, ctypes.byref(windows[2]), ctypes.byref(revert))
    return {"x": x.value, "y": y.value, "mask": mask.value, "focus": windows[2].value}


def state(_command):
    keys = (ctypes.c_char * 32)()
    x11.XQueryKeymap(core, keys)
    down = [code for code in range(256) if keys.raw[code >> 3] & (1 << (code & 7))]
    return {**pointer_and_focus(core), "keys": down}


def keyboard_map(_command):
    width = ctypes.c_int()
    first, count = 8, 248
    listed = x11.XGetKeyboardMapping(core, first, count, ctypes.byref(width))
    rows = [listed[at * width.value : (at + 1) * width.value] for at in range(count)]
    x11.XFree(listed)
    # Levels without a keysym come and go with the width of the widest row.
    return {"map": [[sym for sym in row] if any(row) else [] for row in rows]}


class Sampler(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.connection, self.over = connect(), threading.Event()
        self.samples, self.seen = 0, set()

    def run(self):
        while not self.over.wait(0.002):
            self.seen.add(tuple(pointer_and_focus(self.connection)[name] for name in ("x", "y", "focus")))
            self.samples += 1


sampler = None


def sample(_command):
    global sampler
    sampler = Sampler()
    sampler.start()


def sampled(_command):
    sampler.over.set()
    sampler.join()
    return {"samples": sampler.samples, "seen": sorted(sampler.seen)}


commands = {"add": add, "remove": remove, "devices": lambda _command: {"devices": devices()}, "use": use, "move": move,
            "button": button, "key": key, "state": state, "map": keyboard_map, "sample": sample, "sampled": sampled}
while line := sys.stdin.readline():
    asked = json.loads(line)
    answer = commands[asked["do"]](asked) or {}
    x11.XSync(display, 0)
    print(json.dumps(answer), flush=True)
