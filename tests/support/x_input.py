"""Input that does not come from the engine: XTest events by ctypes, so that a fixture's log can be checked by itself.

Usage: x_input.py focus WINDOW | click X Y | button NUMBER X Y | key KEYSYM ...   (several may follow each other)
"""

import ctypes
import sys

x11 = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XStringToKeysym.restype = ctypes.c_ulong
REVERT_TO_PARENT = 2
CURRENT_TIME = 0

display = ctypes.c_void_p(x11.XOpenDisplay(None))
if not display:
    sys.exit("no display")


def focus(window):
    x11.XSetInputFocus(display, ctypes.c_ulong(int(window)), REVERT_TO_PARENT, CURRENT_TIME)


def click(x, y):
    button(1, x, y)


def button(number, x, y):
    xtst.XTestFakeMotionEvent(display, -1, int(x), int(y), 0)
    for down in (1, 0):
        xtst.XTestFakeButtonEvent(display, int(number), down, 0)


def key(name):
    keysym = x11.XStringToKeysym(name.encode())
    keycode = x11.XKeysymToKeycode(display, ctypes.c_ulong(keysym))
    for down in (1, 0):
        xtst.XTestFakeKeyEvent(display, keycode, down, 0)


arguments = sys.argv[1:]
while arguments:
    command, count = {"focus": (focus, 1), "click": (click, 2), "button": (button, 3), "key": (key, 1)}[arguments[0]]
    command(*arguments[1 : 1 + count])
    x11.XSync(display, 0)
    arguments = arguments[1 + count :]
