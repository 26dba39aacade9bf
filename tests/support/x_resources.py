"""Prints how many resources of each type the X clients of a process own, as one JSON object.

Usage: x_resources.py PID
"""

import ctypes
import json
import sys

x11 = ctypes.CDLL("libX11.so.6")
xres = ctypes.CDLL("libXRes.so.1")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XGetAtomName.restype = ctypes.c_char_p
LOCAL_CLIENT_PID_MASK = 2


class Client(ctypes.Structure):
    _fields_ = [("base", ctypes.c_ulong), ("mask", ctypes.c_ulong)]


class Type(ctypes.Structure):
    _fields_ = [("type", ctypes.c_ulong), ("count", ctypes.c_uint)]


class Spec(ctypes.Structure):
    _fields_ = [("client", ctypes.c_ulong), ("mask", ctypes.c_uint)]


class Value(ctypes.Structure):
    _fields_ = [("spec", Spec), ("length", ctypes.c_long), ("value", ctypes.POINTER(ctypes.c_int))]


def clients(display):
    count, list_ = ctypes.c_int(), ctypes.POINTER(Client)()
    xres.XResQueryClients(display, ctypes.byref(count), ctypes.byref(list_))
    return [list_[index].base for index in range(count.value)]


def pid_of(display, base):
    count, list_ = ctypes.c_long(), ctypes.POINTER(Value)()
    spec = Spec(base, LOCAL_CLIENT_PID_MASK)
    xres.XResQueryClientIds(display, ctypes.c_long(1), ctypes.byref(spec), ctypes.byref(count), ctypes.byref(list_))
    return list_[0].value[0] if count.value and list_[0].length >= 4 else None


def resources(display, base):
    count, list_ = ctypes.c_int(), ctypes.POINTER(Type)()
    xres.XResQueryClientResources(display, ctypes.c_ulong(base), ctypes.byref(count), ctypes.byref(list_))
    types = [list_[index] for index in range(count.value)]
    return {x11.XGetAtomName(display, ctypes.c_ulong(type_.type)).decode(): type_.count for type_ in types}


display = ctypes.c_void_p(x11.XOpenDisplay(None))
if not display:
    sys.exit("no display")
total = {}
for base in clients(display):
    if pid_of(display, base) == int(sys.argv[1]):
        for name, count in resources(display, base).items():
            total[name] = total.get(name, 0) + count
print(json.dumps(total))
