/**
 * Short names of roles, close to those of ARIA, and the spellings that people use for them.
 * @module
 */

const shortNames: Readonly<Record<string, string>> = {
  "push button": "button",
  "push button menu": "button",
  "toggle button": "toggle",
  "check box": "checkbox",
  "radio button": "radio",
  entry: "textbox",
  text: "textbox",
  editbar: "textbox",
  autocomplete: "textbox",
  "password text": "password",
  "combo box": "combobox",
  "spin button": "spinbutton",
  label: "text",
  static: "text",
  caption: "text",
  "page tab": "tab",
  "page tab list": "tablist",
  "menu bar": "menubar",
  "menu item": "menuitem",
  "tearoff menu item": "menuitem",
  "check menu item": "menuitemcheckbox",
  "radio menu item": "menuitemradio",
  "popup menu": "menu",
  "table cell": "cell",
  "table column header": "columnheader",
  "column header": "columnheader",
  "table row header": "rowheader",
  "row header": "rowheader",
  "table row": "row",
  "tree item": "treeitem",
  "tree table": "table",
  "list item": "listitem",
  "list box": "list",
  "tool bar": "toolbar",
  "tool tip": "tooltip",
  "status bar": "status",
  "progress bar": "progressbar",
  "level bar": "meter",
  "scroll bar": "scrollbar",
  frame: "window",
  "file chooser": "dialog",
  "color chooser": "dialog",
  "font chooser": "dialog",
  "document frame": "document",
  "document web": "document",
  "document text": "document",
  "document email": "document",
  "document spreadsheet": "document",
  "document presentation": "document",
  "drawing area": "canvas",
  filler: "group",
  panel: "group",
  section: "group",
  grouping: "group",
  viewport: "group",
  "scroll pane": "group",
  "layered pane": "group",
  "root pane": "group",
  "glass pane": "group",
  "split pane": "group",
  "option pane": "group",
  "redundant object": "group",
};

/** Other spellings, without spaces, hyphens and underscores. */
const synonyms: Readonly<Record<string, string>> = {
  pushbutton: "button",
  togglebutton: "toggle",
  switch: "toggle",
  check: "checkbox",
  checkbutton: "checkbox",
  radiobutton: "radio",
  textfield: "textbox",
  textarea: "textbox",
  textinput: "textbox",
  input: "textbox",
  edit: "textbox",
  editbox: "textbox",
  field: "textbox",
  searchbox: "textbox",
  entry: "textbox",
  passwordfield: "password",
  passwordtext: "password",
  dropdown: "combobox",
  select: "combobox",
  choice: "combobox",
  spinner: "spinbutton",
  spinbox: "spinbutton",
  statictext: "text",
  static: "text",
  label: "text",
  pagetab: "tab",
  tabitem: "tab",
  pagetablist: "tablist",
  tabs: "tablist",
  checkmenuitem: "menuitemcheckbox",
  radiomenuitem: "menuitemradio",
  option: "listitem",
  listbox: "list",
  tablecell: "cell",
  gridcell: "cell",
  treetable: "table",
  grid: "table",
  treegrid: "table",
  tablerow: "row",
  statusbar: "status",
  levelbar: "meter",
  frame: "window",
  img: "image",
  hyperlink: "link",
  panel: "group",
  drawingarea: "canvas",
};

/** The short name of an AT-SPI role; one word, whatever the role. */
export function shortRole(atspiRole: string): string {
  return shortNames[atspiRole] ?? atspiRole.replaceAll(" ", "-");
}

/** A spelling of a role with everything that people vary taken out. */
export function squashRole(role: string): string {
  return role.toLowerCase().replace(/[\s_-]+/g, "");
}

/** The short name that a person's spelling of a role means. */
export function canonicalRole(spelling: string): string {
  const squashed = squashRole(spelling);
  return Object.hasOwn(synonyms, squashed) ? synonyms[squashed]! : squashed;
}
