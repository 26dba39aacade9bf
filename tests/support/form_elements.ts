/**
 * What an agent should see of a fixture's form: for every element that can be acted on its role, name, value and states,
 * and how the fixture's log tells that a click reached it. Made of `fixtures/form.json` alone.
 * @module
 */
import form from "../../fixtures/form.json" with { type: "json" };
import type { FixtureEvent } from "./fixture.ts";

/** What a click's log lines must hold. */
export type Part = Partial<Pick<FixtureEvent, "widget" | "value" | "column" | "event">>;

/** One element that can be acted on. */
export interface ExpectedElement {
  /** Kind of field in the form, or what it is a part of. */
  readonly kind: string;
  /** Roles that are right for it: toolkits differ. */
  readonly roles: readonly string[];
  readonly name: string;
  /** Text, number or choice; undefined where it has none. */
  readonly value?: string;
  /** States that it must have, … */
  readonly states?: readonly string[];
  /** … and must not have. */
  readonly not?: readonly string[];
  /** What the log says of a click on it. */
  readonly reached: Part;
  /** Whether a click ends the application: it is only looked at. */
  readonly ends?: boolean;
  /** What a click opens: another window, or a popup. */
  readonly opens?: readonly ExpectedElement[];
}

/** A field as the form declares it. */
export interface Field {
  readonly name: string;
  readonly kind: string;
  readonly [key: string]: unknown;
}

/** Fields of the form. */
export const fields: readonly Field[] = form.columns.flat();

const button = (kind: string, name: string, widget: string): ExpectedElement => ({
  kind,
  roles: ["button"],
  name,
  reached: { widget },
});
const row = (kind: string, widget: string, name: string, more: Partial<ExpectedElement> = {}): ExpectedElement => ({
  kind,
  roles: ["cell", "listitem", "treeitem", "option"],
  name,
  reached: { widget, value: name },
  ...more,
});

const text = (field: Field, key: string): string => String(field[key] ?? "");
const list = (field: Field, key: string): string[] => field[key] as string[];

/** Makes the elements of one field. Tables and scrolled areas are looked up by what is in view. */
const makers: Readonly<Record<string, (field: Field) => ExpectedElement[]>> = {
  entry: (field) => [{
    kind: field.disabled ? "disabled" : field.secret ? "pin" : "entry",
    roles: field.secret ? ["textbox", "password"] : ["textbox"],
    name: text(field, "label"),
    ...(field.secret ? {} : { value: text(field, "text") }),
    states: [...(field.disabled ? ["disabled"] : []), ...(field.readonly ? ["readonly"] : [])],
    not: [...(field.disabled ? [] : ["disabled"]), ...(field.readonly ? [] : ["readonly"])],
    reached: { widget: field.name },
  }],
  password: (
    field,
  ) => [{ kind: "password", roles: ["password"], name: text(field, "label"), reached: { widget: field.name } }],
  text: (field) => [{
    kind: "text",
    roles: ["textbox"],
    name: text(field, "label"),
    value: text(field, "text"),
    states: ["multiline"],
    reached: { widget: field.name },
  }],
  check: (field) => [{
    kind: "check",
    roles: ["checkbox"],
    name: text(field, "text"),
    not: ["checked"],
    reached: { widget: field.name },
  }],
  radio: (field) =>
    list(field, "options").map((option, index) => ({
      kind: "radio",
      roles: ["radio"],
      name: option,
      ...(index === 0 ? { states: ["checked"] } : { not: ["checked"] }),
      reached: { widget: field.name, value: option },
    })),
  combo: (field) => [{
    kind: "combo",
    roles: ["combobox"],
    name: text(field, "label"),
    value: list(field, "options")[0]!,
    reached: { widget: field.name },
    opens: list(field, "options").map((option) =>
      row("combo choice", field.name, option, {
        roles: ["menuitem", "listitem", "option", "cell"],
      })
    ),
  }],
  spin: (field) => [{
    kind: "spin",
    roles: ["spinbutton"],
    name: text(field, "label"),
    value: text(field, "value"),
    reached: { widget: field.name },
  }],
  slider: (field) => [{
    kind: "slider",
    roles: ["slider"],
    name: text(field, "label"),
    value: text(field, "value"),
    reached: { widget: field.name },
  }],
  button: (field) => [{
    ...button("button", text(field, "text"), field.name),
    ...(field.does === "dialog" ? { opens: dialogElements() } : {}),
  }],
  list: (field) => list(field, "options").map((option) => row("list", field.name, option)),
  tabs: (field) =>
    (field.pages as { title: string }[]).map(({ title }, index) => ({
      kind: "tab",
      roles: ["tab"],
      name: title,
      ...(index === 0 ? { states: ["selected"] } : { not: ["selected"] }),
      reached: { widget: field.name, value: title },
    })),
  link: (field) => [{ kind: "link", roles: ["link"], name: text(field, "text"), reached: { widget: field.name } }],
  popover: (field) => [{
    kind: "popover",
    roles: ["button", "toggle", "menu"],
    name: text(field, "text"),
    reached: { widget: field.name },
    opens: [{
      kind: "popover content",
      roles: ["button", "menuitem"],
      name: (field.content as Field[])[1]!.text as string,
      reached: { widget: (field.content as Field[])[1]!.name },
    }],
  }],
  tree: (field) => treeRows(field, field.nodes as TreeNode[]),
};

interface TreeNode {
  readonly text: string;
  readonly expanded?: boolean;
  readonly nodes?: TreeNode[];
}

function treeRows(field: Field, nodes: readonly TreeNode[]): ExpectedElement[] {
  return nodes.flatMap((node) => [
    row("tree", field.name, node.text, node.nodes ? { states: [node.expanded ? "expanded" : "collapsed"] } : {}),
    ...(node.expanded ? treeRows(field, node.nodes ?? []) : []),
  ]);
}

function dialogElements(): ExpectedElement[] {
  const { entry, cancel, ok } = form.dialog;
  return [
    { kind: "dialog entry", roles: ["textbox"], name: "", value: entry.text, reached: { widget: entry.name } },
    { ...button("dialog button", ok.text, ok.name) },
    { ...button("dialog button", cancel.text, cancel.name) },
  ];
}

/** The menu's title, what it opens, and what that opens. */
export function menuElements(): ExpectedElement {
  return {
    kind: "menu",
    roles: ["menu", "menuitem"],
    name: form.menu.title,
    reached: { widget: "menu" },
    opens: items(form.menu.items),
  };
}

interface MenuItem {
  readonly name: string;
  readonly label: string;
  readonly does?: string;
  readonly items?: MenuItem[];
}

function items(all: readonly MenuItem[]): ExpectedElement[] {
  return all.map(({ name, label, does, items: inner }) => ({
    kind: "menu item",
    roles: inner ? ["menu", "menuitem"] : ["menuitem"],
    name: label,
    reached: { widget: name },
    ...(does === "quit" ? { ends: true } : {}),
    ...(inner ? { opens: items(inner) } : {}),
  }));
}

/** What can be acted on when the form has just been opened, without tables and scrolled areas. */
export function formElements(): ExpectedElement[] {
  return fields.flatMap((field) => makers[field.kind]?.(field) ?? []);
}

/** What a cell, column header or button is that is in view of a table or a scrolled area; undefined for others. */
export function elementInView(name: string): ExpectedElement | undefined {
  for (const field of fields) {
    const found = field.kind === "table"
      ? tablePart(field, name)
      : field.kind === "area"
      ? areaButton(field, name)
      : undefined;
    if (found) return found;
  }
  return undefined;
}

function tablePart(field: Field, name: string): ExpectedElement | undefined {
  for (const { title, cell } of field.columns as { title: string; cell: string }[]) {
    const reached = { widget: field.name, value: name, column: title };
    if (name === title) return { kind: "column header", roles: ["columnheader"], name, reached };
    if (name.startsWith(cell.replace("{row}", ""))) return { kind: "table cell", roles: ["cell"], name, reached };
  }
  return undefined;
}

function areaButton(field: Field, name: string): ExpectedElement | undefined {
  const inner = field.inner as Field;
  for (const [area, kind] of [[field, "scrolled area"], [inner, "nested scrolled area"]] as const) {
    const [start] = text(area, "text").split("{number}");
    const number = Number(name.slice(start!.length));
    if (name.startsWith(start!) && number >= 1) return button(kind, name, `${area.name}_${number}`);
  }
  return undefined;
}

/** Every string that the form shows when it has just been opened, but for what a toolkit lacks. */
export function shownStrings(lacking: readonly string[]): string[] {
  const shown = (kind: string) => !lacking.includes(kind);
  const strings = fields.filter(({ kind }) => shown(kind)).flatMap((field) => [
    ...(field.secret || ["rows", "area", "table"].includes(field.kind) ? [] : [field.text]),
    ...["placeholder", "description"].filter(shown).map((key) => field[key]),
    ...(field.kind === "link" ? [] : [field.label]),
    ...(field.kind === "combo" ? list(field, "options").slice(0, 1) : (field.options as string[]) ?? []),
    ...((field.pages as { title: string }[]) ?? []).map(({ title }) => title),
    ...(field.nodes ? treeRows(field, field.nodes as TreeNode[]).map(({ name }) => name) : []),
    ...((field.columns as { title: string }[]) ?? []).map(({ title }) => title),
    ...firstInView(field),
  ]);
  return [form.menu.title, ...strings].filter((string): string is string =>
    typeof string === "string" && string !== ""
  );
}

/** What surely is in view of fields that show a part of what they hold. */
function firstInView(field: Field): string[] {
  if (field.kind === "tabs") return [(field.pages as { text: string }[])[0]!.text];
  if (field.kind === "rows") return [1, 2].map((number) => `${field.text} ${number}`);
  if (field.kind === "table") {
    return (field.columns as { cell: string }[]).map(({ cell }) => cell.replace("{row}", "1"));
  }
  return [];
}
