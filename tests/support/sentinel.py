"""A person at the desktop: a window that has the focus, the pointer and the clipboard, and a sampler of all that.

Samples every 2 ms the window with the focus, the place of the pointer, the order of the top windows that were there at
the beginning and the owner of the clipboard. Its window also hears when focus, pointer or clipboard leave it, so that
nothing is missed between two samples. Commands, one a line: `begin` takes what is now for what should stay;
`report` answers {"samples", "largest_gap_ms", "changes": [{"what", "from", "to"}], "grabbed"} since then; `grabbed` says
whether another client holds the pointer or the keyboard now.
"""

import ctypes
import json
import select
import sys
import time

SAMPLE_S = 0.002
X, Y, WIDTH, HEIGHT = 1200, 720, 60, 60
REVERT_TO_PARENT, CURRENT_TIME, IS_VIEWABLE = 2, 0, 2
GRAB_SUCCESS, GRAB_ASYNC = 0, 1
LEAVE_WINDOW, FOCUS_CHANGE = 1 << 5, 1 << 21
# Events that tell of a loss: type, its name, where the mode stands in the structure (as an int), if it has one.
LOSSES = {8: ("pointer left", 20), 10: ("focus left", 10), 29: ("clipboard left", None)}
NOTIFY_GRAB, NOTIFY_UNGRAB = 1, 2

x11 = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
for name in ("XCreateSimpleWindow", "XInternAtom", "XDefaultRootWindow", "XGetSelectionOwner"):
    getattr(x11, name).restype = ctypes.c_ulong
ON_ERROR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
ignore = ON_ERROR(lambda display, event: 0)
x11.XSetErrorHandler(ignore)

pointer = x11.XOpenDisplay(None)
if not pointer:
    sys.exit("no display")
display = ctypes.c_void_p(pointer)
root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
clipboard = ctypes.c_ulong(x11.XInternAtom(display, b"CLIPBOARD", 0))


def focus():
    window, revert = ctypes.c_ulong(), ctypes.c_int()
    x11.XGetInputFocus(display, ctypes.byref(window), ctypes.byref(revert))
    return window.value


def pointer_place():
    windows = [ctypes.c_ulong() for _ in range(2)]
    places = [ctypes.c_int() for _ in range(4)]
    mask = ctypes.c_uint()
    x11.XQueryPointer(display, root, *(ctypes.byref(out) for out in (*windows, *places, mask)))
    return [places[0].value, places[1].value, mask.value]


def children():
    ids = [ctypes.c_ulong() for _ in range(2)]
    found, count = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
    x11.XQueryTree(display, root, *(ctypes.byref(out) for out in (*ids, found, count)))
    windows = [found[index] for index in range(count.value)]
    if count.value:
        x11.XFree(found)
    return windows


def is_viewable(window):
    attributes = (ctypes.c_int * 34)()  # XWindowAttributes has 136 bytes, map_state at 92.
    return x11.XGetWindowAttributes(display, ctypes.c_ulong(window), attributes) and attributes[23] == IS_VIEWABLE


def is_grabbed():
    """A grab of our own is refused while another client has one; ours ends at once."""
    own, none = ctypes.c_ulong(WINDOW), ctypes.c_ulong(0)
    asynchronous = (GRAB_ASYNC, GRAB_ASYNC)
    results = [
        x11.XGrabPointer(display, own, 0, 0, *asynchronous, none, none, none),
        x11.XGrabKeyboard(display, own, 0, *asynchronous, none),
    ]
    x11.XUngrabPointer(display, none)
    x11.XUngrabKeyboard(display, none)
    x11.XSync(display, 0)
    return results != [GRAB_SUCCESS] * 2


def losses():
    """What the window heard. Grabs are asked about by `is_grabbed`, which makes such events itself."""
    event, heard = (ctypes.c_int * 48)(), []
    while x11.XPending(display):
        x11.XNextEvent(display, event)
        name, mode = LOSSES.get(event[0], (None, None))
        if name and (mode is None or event[mode] not in (NOTIFY_GRAB, NOTIFY_UNGRAB)):
            heard.append(name)
    return heard


class Watch:
    """What should stay as it is, and what did not."""

    def __init__(self):
        self.known = {window for window in children() if is_viewable(window)}
        self.last = self.sample()
        losses()
        self.changes, self.samples, self.gap, self.at = [], 0, 0.0, time.monotonic()

    def sample(self):
        return {
            "focus": focus(),
            "pointer": pointer_place(),
            "stacking": [window for window in children() if window in self.known],
            "clipboard": x11.XGetSelectionOwner(display, clipboard),
        }

    def take(self):
        now, sample = time.monotonic(), self.sample()
        self.gap, self.at, self.samples = max(self.gap, now - self.at), now, self.samples + 1
        for what, value in sample.items():
            if value != self.last[what]:
                self.changes.append({"what": what, "from": self.last[what], "to": value})
        self.changes += [{"what": loss, "from": "sentinel", "to": None} for loss in losses()]
        self.last = sample

    def report(self):
        self.take()
        gap = round(self.gap * 1000, 1)
        return {"samples": self.samples, "largest_gap_ms": gap, "changes": self.changes[:20], "grabbed": is_grabbed()}


def take_over():
    window = ctypes.c_ulong(x11.XCreateSimpleWindow(display, root, X, Y, WIDTH, HEIGHT, 0, 0, 0xFFCC00))
    x11.XStoreName(display, window, b"Sentinel")
    x11.XSelectInput(display, window, ctypes.c_long(LEAVE_WINDOW | FOCUS_CHANGE))
    x11.XMapRaised(display, window)
    settled = 0
    while settled < 50:  # The window manager has its say for a while: the focus must stay for 100 ms.
        time.sleep(SAMPLE_S)
        if is_viewable(window.value) and focus() != window.value:
            x11.XSetInputFocus(display, window, REVERT_TO_PARENT, CURRENT_TIME)
        settled = settled + 1 if focus() == window.value else 0
    xtst.XTestFakeMotionEvent(display, -1, X + WIDTH // 2, Y + HEIGHT // 2, 0)
    x11.XSetSelectionOwner(display, clipboard, window, CURRENT_TIME)
    x11.XSync(display, 0)
    return window.value


WINDOW = take_over()
print(json.dumps({"window": WINDOW}), flush=True)
watch = Watch()
while True:
    readable, _, _ = select.select([sys.stdin], [], [], SAMPLE_S)
    watch.take()
    if readable:
        command = sys.stdin.readline()
        if not command:
            break
        if command.strip() == "begin":
            watch = Watch()
        print(json.dumps(watch.report()), flush=True)
