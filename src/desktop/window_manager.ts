/**
 * The window manager of a desktop: openbox with a file of our own. It takes no keys and no clicks from programs, so
 * that nothing an agent sends is swallowed; title bars do what people expect.
 * @module
 * @see {@link http://openbox.org/wiki/Help:Configuration}
 */
import { requireProgram } from "./packages.ts";
import { type Service, serviceFailure, startService } from "./service.ts";
import { logDirectory } from "./state.ts";

/**
 * Starts the window manager; resolves when it manages windows.
 *
 * @throws {OperationError} `desktop_unavailable` when it does not start.
 */
export async function startWindowManager(
  directory: string,
  environment: Readonly<Record<string, string>>,
  onStart: (service: Service) => Promise<void>,
): Promise<Service> {
  const path = `${directory}/openbox.xml`;
  await Deno.writeTextFile(path, configuration, { mode: 0o600 });
  const service = startService({
    name: "window_manager",
    // It runs the start-up command once it manages the screen; the command's output is its own.
    argv: [requireProgram("openbox"), "--config-file", path, "--sm-disable", "--startup", "echo ready"],
    environment,
    logs: logDirectory(directory),
  });
  await onStart(service);
  if (await service.firstLine === null) throw serviceFailure(service, "did not start");
  return service;
}

const press = (button: string, actions: string) =>
  `<mousebind button="${button}" action="Press">${actions}</mousebind>`;
const click = (button: string, actions: string) =>
  `<mousebind button="${button}" action="Click">${actions}</mousebind>`;
const act = (name: string) => `<action name="${name}"/>`;
const edge = (name: string, direction: string) =>
  `<context name="${name}">${press("Left", act("Focus") + act("Raise"))}` +
  `<mousebind button="Left" action="Drag"><action name="Resize"><edge>${direction}</edge></action></mousebind></context>`;
const button = (name: string, action: string) =>
  `<context name="${name}">${press("Left", act("Focus") + act("Raise"))}${click("Left", act(action))}</context>`;

const configuration = `<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <resistance><strength>0</strength><screen_edge_strength>0</screen_edge_strength></resistance>
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse><focusLast>yes</focusLast><raiseOnFocus>no</raiseOnFocus></focus>
  <placement><policy>Smart</policy><center>no</center><monitor>Primary</monitor></placement>
  <theme><name>Clearlooks</name><titleLayout>NLIMC</titleLayout><keepBorder>yes</keepBorder><animateIconify>no</animateIconify></theme>
  <desktops><number>1</number><popupTime>0</popupTime></desktops>
  <resize><drawContents>yes</drawContents><popupShow>Never</popupShow></resize>
  <keyboard></keyboard>
  <mouse>
    <dragThreshold>4</dragThreshold><doubleClickTime>400</doubleClickTime>
    <context name="Titlebar">
      ${press("Left", act("Focus") + act("Raise"))}
      <mousebind button="Left" action="Drag">${act("Move")}</mousebind>
      <mousebind button="Left" action="DoubleClick">${act("ToggleMaximize")}</mousebind>
    </context>
    ${edge("Top", "top")}${edge("Bottom", "bottom")}${edge("Left", "left")}${edge("Right", "right")}
    ${edge("TLCorner", "top")}${edge("TRCorner", "top")}${edge("BLCorner", "bottom")}${edge("BRCorner", "bottom")}
    ${button("Close", "Close")}${button("Iconify", "Iconify")}${button("Maximize", "ToggleMaximize")}
  </mouse>
  <menu></menu>
  <applications></applications>
</openbox_config>
`;
