"""A D-Bus service: Echo returns what it is given, Never never answers."""

from gi.repository import Gio, GLib

INTERFACE = Gio.DBusNodeInfo.new_for_xml("""
<node><interface name="test.Echo">
  <method name="Echo"><arg type="ay" direction="in"/><arg type="ay" direction="out"/></method>
  <method name="Text"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
  <method name="Never"/>
</interface></node>""").interfaces[0]


def call(_connection, _sender, _path, _interface, method, parameters, invocation):
    if method != "Never":
        invocation.return_value(parameters)


connection = Gio.bus_get_sync(Gio.BusType.SESSION)
connection.register_object("/test/Echo", INTERFACE, call, None, None)
Gio.bus_own_name_on_connection(
    connection, "test.Echo", Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None
)
GLib.MainLoop().run()
