/**
 * Elements that are named by what stands in them, and texts that would say the same twice.
 * @module
 */
import type { Element } from "./element.ts";
import { normalize } from "./text_match.ts";

/** Roles that are named by their content, as in ARIA. */
const namedByContent = new Set([
  "button",
  "toggle",
  "checkbox",
  "radio",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "listitem",
  "treeitem",
  "link",
  "cell",
  "rowheader",
  "columnheader",
]);
/** What only says or shows something. GTK 3 makes a cell of each text and picture in a cell. */
const plain = new Set(["text", "image", "icon", "cell"]);
const pictures = new Set(["image", "icon"]);
/** Roles of elements that other elements label. */
const labelled = new Set(["textbox", "password", "combobox", "spinbutton", "slider", "table", "list", "tree", "group"]);

/** Roles that a tool tip names where nothing else does: what has only a symbol. */
const namedByDescription = new Set([...namedByContent, "tab", "combobox", "textbox", "spinbutton", "slider", "image"]);

/** What an element is called and holds, once it is known what stands in it. */
type Naming = Pick<Element, "name" | "children"> & { description?: string | undefined };

/** The name and the children of an element: plain texts and pictures in a button, an item or a cell are its name. */
export function named(element: Element, children: readonly Element[]): Naming {
  const isWhole = namedByContent.has(element.role) && !element.secret &&
    children.every((child) => isPlainPart(child, element));
  const content = isWhole ? contentName(children) : "";
  const isFolded = isWhole && saysAll(element.name || content, content);
  const kept = isFolded ? [] : withoutRepeatedLabels(element, children);
  return { ...titled(element, element.name || content), children: kept };
}

/** Name and description, without saying the same twice. */
function titled({ role, description }: Element, name: string): Omit<Naming, "children"> {
  if (name !== "" || !description || !namedByDescription.has(role)) {
    return { name, description: description === name ? undefined : description };
  }
  const [title = "", ...more] = description.split("\n");
  return { name: title.trim(), description: more.join("\n") || undefined };
}

/** A part without a state of its own, such as a check mark. */
function isPlainPart(part: Element, whole: Element): boolean {
  if (!plain.has(part.role) || part.children.length > 0 || part.unread > 0) return false;
  if (["checkable", "editable"].some((state) => part.atspiStates.has(state))) return false;
  return part.value === undefined && part.states.every((state) => whole.states.includes(state));
}

/** What the texts say; what the pictures are called where there are no texts. */
function contentName(parts: readonly Element[]): string {
  const texts = parts.filter(({ role, name }) => !pictures.has(role) && name !== "");
  const said = texts.length > 0 ? texts : parts;
  return [...new Set(said.map(({ name }) => name))].filter((name) => name !== "").join(" ");
}

function saysAll(name: string, content: string): boolean {
  return normalize(name).includes(normalize(content));
}

/** A label that stands beside the field that it names, or on what it stands in, would say the same twice. */
function withoutRepeatedLabels(parent: Element, elements: readonly Element[]): readonly Element[] {
  const names = new Set(elements.filter(({ role }) => labelled.has(role)).map(({ name }) => name));
  if (parent.name !== "") names.add(parent.name);
  return elements.filter((element) =>
    element.role !== "text" || element.actions.length > 0 || element.children.length > 0 || !names.has(element.name)
  );
}
