/**
 * Puts a window of another client into a window, as XEmbed does.
 * @module
 */

/** Makes a window of 400×300 pixels at 400,350 inside `parent`, by a GTK process of its own, and waits until it is there. */
const PROGRAM = `
import sys
import gi
gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk
display = Gdk.Display.get_default()
parent = GdkX11.X11Window.foreign_new_for_display(display, int(sys.argv[1]))
attributes = Gdk.WindowAttr()
attributes.window_type = Gdk.WindowType.CHILD
attributes.wclass = Gdk.WindowWindowClass.INPUT_OUTPUT
attributes.x, attributes.y, attributes.width, attributes.height = 400, 350, 400, 300
types = Gdk.WindowAttributesType
window = Gdk.Window.new(parent, attributes, types.X | types.Y)
window.show()
window.raise_()
display.sync()
print("ready", flush=True)
Gtk.main()
`;

/** Embeds a window; it goes when the result is disposed. */
export async function embed(env: Record<string, string>, parent: number): Promise<AsyncDisposable> {
  const args = ["-c", PROGRAM, String(parent)];
  const child = new Deno.Command("/usr/bin/python3", { args, env, stdout: "piped", stderr: "inherit" }).spawn();
  const reader = child.stdout.getReader();
  const { done } = await reader.read();
  if (done) throw new Error("The embedding program ended");
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
    },
  };
}
