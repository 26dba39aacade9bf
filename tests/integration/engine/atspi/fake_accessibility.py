"""The registry of an accessibility bus, or an application on it that says whatever a test wants.

Argument: "registry", or JSON: {"toolkit", "cache", "socket", "name", "objects": {path: {"role", "name", "states",
"interfaces", "children": [[bus, path]], "childCount", "hit": [bus, path], "labels": [[bus, path]], "silent": [members]}}}.
The bus "self" stands for the application's own name, "second" for another name of the same process.
"""

import json
import os
import socket
import sys
import threading

from gi.repository import Gio, GLib

ADDRESS = os.environ["DBUS_SESSION_BUS_ADDRESS"]
ROOT = "/org/a11y/atspi/accessible/root"
PREFIX = "org.a11y.atspi."
XML = """<node>
<interface name="org.a11y.atspi.Accessible">
  <method name="GetChildren"><arg type="a(so)" direction="out"/></method>
  <method name="GetRole"><arg type="u" direction="out"/></method>
  <method name="GetState"><arg type="au" direction="out"/></method>
  <method name="GetInterfaces"><arg type="as" direction="out"/></method>
  <method name="GetAttributes"><arg type="a{ss}" direction="out"/></method>
  <method name="GetRelationSet"><arg type="a(ua(so))" direction="out"/></method>
  <property name="Name" type="NAME" access="read"/>
  <property name="Description" type="s" access="read"/>
  <property name="ChildCount" type="i" access="read"/>
</interface>
<interface name="org.a11y.atspi.Component">
  <method name="GetExtents"><arg type="u" direction="in"/><arg type="(iiii)" direction="out"/></method>
  <method name="GetAccessibleAtPoint">
    <arg type="i" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="in"/>
    <arg type="(so)" direction="out"/>
  </method>
</interface>
<interface name="org.a11y.atspi.Application">
  <method name="GetApplicationBusAddress"><arg type="s" direction="out"/></method>
  <property name="ToolkitName" type="s" access="read"/>
  <property name="Version" type="s" access="read"/>
</interface>
<interface name="org.a11y.atspi.Cache">
  <method name="GetItems"><arg type="a((so)(so)(so)iiassusau)" direction="out"/></method>
</interface>
<interface name="org.a11y.atspi.Socket">
  <method name="Embed"><arg type="(so)" direction="in"/><arg type="(so)" direction="out"/></method>
</interface>
<interface name="org.a11y.atspi.Registry"><method name="RegisterEvent"><arg type="s" direction="in"/></method></interface>
</node>"""


def connect():
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(ADDRESS, flags, None, None)


def register(connection, path, names, call, get=None, name_type="s"):
    node = Gio.DBusNodeInfo.new_for_xml(XML.replace("NAME", name_type))
    for name in names:
        connection.register_object(path, node.lookup_interface(PREFIX + name), call, get, None)


def run_registry():
    roots = []
    connection = connect()

    def call(_connection, sender, _path, _interface, method, parameters, invocation):
        if method == "Embed":
            roots.append((sender, ROOT))
        answers = {"Embed": ("((so))", ((sender, ROOT),)), "GetChildren": ("(a(so))", (roots,))}
        invocation.return_value(GLib.Variant(*answers[method]) if method in answers else None)

    register(connection, ROOT, ["Accessible", "Socket"], call, lambda *_: None)
    register(connection, "/org/a11y/atspi/registry", ["Registry"], call)
    Gio.bus_own_name_on_connection(connection, PREFIX + "Registry", 0, lambda *_: print("ready", flush=True), None)


class Application:
    def __init__(self, spec):
        self.spec = spec
        self.connections = [connect(), connect()]
        self.names = {"self": self.connections[0].get_unique_name(), "second": self.connections[1].get_unique_name()}
        for connection in self.connections:
            for path in spec["objects"]:
                names = ["Accessible", "Component"] + (["Application"] if path == ROOT else [])
                register(connection, path, names, self.call, self.get, "i" if spec.get("name") == "number" else "s")
            if spec.get("cache"):
                register(connection, "/org/a11y/atspi/cache", ["Cache"], self.call)
        embed = GLib.Variant("((so))", ((self.names["self"], ROOT),))
        arguments = [PREFIX + "Registry", ROOT, PREFIX + "Socket", "Embed", embed, None, 0, -1, None]
        self.connections[0].call_sync(*arguments)
        print(self.names["self"], flush=True)

    def refs(self, refs):
        return [(self.names.get(bus, bus), path) for bus, path in refs]

    def states(self, one):
        return [sum(1 << bit for bit in one.get("states", [8, 24, 25, 30])), 0]

    def interfaces(self, one):
        return [PREFIX + name for name in ["Accessible", *one.get("interfaces", ["Component"])]]

    def child_count(self, one):
        return one.get("childCount", len(one.get("children", [])))

    def call(self, _connection, _sender, path, _interface, method, _parameters, invocation):
        one = self.spec["objects"].get(path, {})
        if method in one.get("silent", []):
            return
        invocation.return_value(GLib.Variant(*self.answer(method, one)))

    def answer(self, method, one):
        if method == "GetChildren":
            return "(a(so))", (self.refs(one.get("children", [])),)
        if method == "GetRole":
            return "(u)", (one["role"],)
        if method == "GetState":
            return "(au)", (self.states(one),)
        if method == "GetInterfaces":
            return "(as)", (self.interfaces(one),)
        if method == "GetAttributes":
            return "(a{ss})", ({},)
        if method == "GetRelationSet":
            return "(a(ua(so)))", ([(2, self.refs(one.get("labels", [])))],)
        if method == "GetExtents":
            return "((iiii))", ((10, 20, 300, 40),)
        if method == "GetAccessibleAtPoint":
            return "((so))", (self.refs([one["hit"]])[0],)
        if method == "GetApplicationBusAddress":
            return "(s)", (self.spec.get("socket", ""),)
        return "(a((so)(so)(so)iiassusau))", (self.items(),)

    def items(self):
        items = []
        for path, one in self.spec["objects"].items():
            for index, child in enumerate(one.get("children", [])):
                known = self.spec["objects"].get(child[1], {"role": 29, "name": "stolen"})
                ref, root = self.refs([child, ["self", ROOT]])
                text = (self.interfaces(known), known["name"], known["role"], "", self.states(known))
                items.append((ref, root, (self.names["self"], path), index, self.child_count(known), *text))
        return items

    def get(self, _connection, _sender, path, _interface, name):
        one = self.spec["objects"][path]
        if name == "ChildCount":
            return GLib.Variant("i", self.child_count(one))
        if name == "Name" and self.spec.get("name") == "number":
            return GLib.Variant("i", 7)
        texts = {"Name": one["name"], "ToolkitName": self.spec["toolkit"], "Version": "1"}
        return GLib.Variant("s", texts.get(name, ""))


def serve_and_hang_up(path):
    """A private socket that closes with the first message."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()

    def serve():
        while True:
            client, _ = listener.accept()
            client.recv(1024)
            client.sendall(b"OK 0123456789abcdef0123456789abcdef\r\n")
            client.recv(7)
            client.recv(1)
            client.close()

    threading.Thread(target=serve, daemon=True).start()


if sys.argv[1] == "registry":
    run_registry()
else:
    wanted = json.loads(sys.argv[1])
    if "socket" in wanted:
        serve_and_hang_up(wanted["socket"].removeprefix("unix:path="))
    Application(wanted)
GLib.MainLoop().run()
