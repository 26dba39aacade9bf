/**
 * The description of the console for models: short in the tool list, whole with `cua.help()`.
 * @module
 */

/** What `cua.help()` says. */
export const apiHelp = `cua (await every call):
  getApp(name | {appId} | {windowId})  running app; emits its state    launchApp(name)  starts an installed app
  listApps({runningOnly})  listWindows()  getState()  clipboard.read() .write(text) .release()
App (ids come from the last state; a target is an element id, a locator or [x, y]):
  getAXState({query, disableDiffing, emit})  getScreenshot({emit, marks, region, zoom, maxWidth})
  getAXStateAndScreenshot({query, disableDiffing, emit, and those of getScreenshot})
  click(target, {mouseButton, clickCount, modifiers, durationMs})  doubleClick(target)  rightClick(target)
  typeText(text)  pressKey("ctrl+s", {repeat, durationMs})  paste(text)  setValue(target, value)
  selectText(target, text, {prefix, suffix})  performSecondaryAction(target, action)  focus(target)
  scroll(target, "down", pages | {pixels})  drag(from, to) or drag({path: [[x, y], ...]})
  hover(target)  moveMouseRelative(dx, dy)
  find(locator, {timeoutMs, maxResults}) -> [{element, role, name, value, states, bounds, line}]
  waitFor(condition | [up to 8], {timeoutMs, mode: "all" | "any", present: false}) -> {met, predicates}; a condition is a
    locator, {absent: locator}, {...locator, value | matches}, {element, states}, {window: title}, {quiet: ms}
Locator: {role, name, text, states, index}; name and text may be regular expressions; "Save" means {name: "Save"}.
Points are pixels of the last screenshot or state. They are refused when the active window changed since: look again.
Observing calls put out what they see, unless {emit: false}; later ones only the changes: + new, - gone, ~ changed. A cell that acted ends with the state after the last action.
nodeRepl.write(value) (console.log) and await nodeRepl.emitImage(image) add output. Top-level bindings stay; js_reset
drops them. A failed call throws an Error with code, dispatched ("no", "yes", "partly", "unknown") and details.`;
