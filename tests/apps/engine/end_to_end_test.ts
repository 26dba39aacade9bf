/**
 * Tasks as a model would do them: real applications, started, read and driven by the engine's operations alone. What
 * came of it is told by files on the disk.
 * @module
 */
import assert from "node:assert/strict";
import { Agent } from "./agent.ts";
import { office } from "./office.ts";

const words = "Grüße, 日本\nzweite Zeile";

Deno.test("an agent writes a letter in Mousepad and saves it", async () => {
  await using agent = await Agent.open();
  await agent.launch("mousepad", "Mousepad");
  await agent.does({ type: "type_text", text: words });
  await agent.press("ctrl+shift+s");
  await agent.seesWindow("Save As");
  await agent.does({ type: "type_text", text: `${agent.home}/letter.txt` });
  await agent.sees({ type: "state", locator: { role: "button", name: "Save" }, states: ["!disabled"] });
  await agent.click({ role: "button", name: "Save" });
  await agent.hasFile("letter.txt", words);
});

Deno.test("an agent writes a letter in GNOME's text editor and saves it", async () => {
  await using agent = await Agent.open();
  await agent.launch("TextEditor", "Text Editor");
  await agent.does({ type: "type_text", text: words });
  await agent.press("ctrl+shift+s");
  await agent.seesWindow("Save As");
  await agent.click({ role: "listitem", name: "Home" });
  await agent.does({ type: "set_value", locator: { role: "textbox", name: "Name:" }, value: "Brief – ä.txt" });
  await agent.click({ role: "button", name: "Save" });
  await agent.hasFile("Brief – ä.txt", `${words}\n`); // It ends every last line.
});

Deno.test("an agent calculates with a decimal comma", async () => {
  await using locale = await GermanLocale.make();
  await using agent = await Agent.open({ environment: locale.environment });
  await agent.launch("Calculator", "Taschenrechner");
  await agent.does({ type: "type_text", text: "125,50 + 3" });
  await agent.press("Return");
  await agent.sees({ type: "value", locator: { role: "textbox", index: 0 }, equals: "128,5" });
  await agent.press("Escape");
  await agent.click(...["7", ",", "5", "×", "2", "="].map((name) => ({ role: "button", name })));
  await agent.sees({ type: "value", locator: { role: "textbox", index: 0 }, equals: "15" });
});

Deno.test("an agent renames a file in Thunar, and drags it into a folder", async () => {
  await using agent = await Agent.open({ files: { "Papers/letter.txt": words, "Papers/Old/list.txt": "" } });
  await agent.launch("thunar", "Thunar");
  await agent.press("ctrl+l");
  await agent.does({ type: "type_text", text: `${agent.home}/Papers\n` });
  await agent.seesWindow("Papers");
  await agent.press("ctrl+2");
  await agent.click({ name: "letter.txt" });
  await agent.press("F2");
  await agent.seesWindow("Rename");
  await agent.press("ctrl+a");
  await agent.does({ type: "type_text", text: "brief.txt\n" });
  await agent.hasFile("Papers/brief.txt", words);
  await agent.hasFile("Papers/letter.txt", null);
  await agent.drag({ name: "brief.txt" }, { name: "Old" });
  await agent.hasFile("Papers/Old/brief.txt", words);
  await agent.hasFile("Papers/brief.txt", null);
});

Deno.test("an agent fills in cells and a formula in LibreOffice Calc and saves", async () => {
  await using agent = await Agent.open({ files: office });
  await agent.launch("libreoffice-calc", "LibreOffice Calc");
  await agent.click({ role: "cell", name: "B2" });
  for (const text of ["20", "22", "=B2+B3"]) {
    await agent.does({ type: "type_text", text });
    await agent.press("Return");
  }
  await agent.sees({ type: "value", locator: { role: "cell", name: "B4" }, equals: "42" });
  await agent.press("ctrl+s");
  agent.inApp("soffice");
  await agent.seesWindow("Save");
  await agent.press("ctrl+a");
  await agent.does({ type: "type_text", text: `${agent.home}/sum.fods\n` });
  await agent.has(
    "sum.fods",
    (content) => /table:formula="of:=\[\.B2\]\+\[\.B3\]"[^>]*office:value="42"/.test(content ?? ""),
  );
});

const page = `<!DOCTYPE html><meta charset="utf-8"><title>Order</title>
<form><p><label>Colour <select name="colour"><option>Red<option>Green<option>Blue</select></label></p>
<p><input type="checkbox" name="gift" value="yes" id="gift"><label for="gift">Gift wrap</label></p>
<p><label>Note <textarea name="note"></textarea></label></p>
<p><button>Send</button></p></form><p role="status"></p>
<script>document.forms[0].onsubmit = (event) => {
  event.preventDefault();
  document.querySelector("[role=status]").textContent = [...new FormData(event.target).values()].join("; ");
};</script>`;

Deno.test("an agent fills in a form in Chromium", async () => {
  await using agent = await Agent.open({ files: { "order.html": page } });
  await agent.visit("order.html", "Order");
  await agent.click({ role: "combobox", name: "Colour" }, { role: "menuitem", name: "Green" });
  await agent.sees({ type: "value", locator: { role: "combobox", name: "Colour" }, equals: "Green" });
  await agent.click({ role: "checkbox", name: "Gift wrap" }, { role: "textbox", name: "Note" });
  await agent.does({ type: "type_text", text: words });
  await agent.click({ role: "button", name: "Send" });
  await agent.sees({ type: "text", text: "Green; yes; Grüße, 日本" });
});

const board = `<!DOCTYPE html><meta charset="utf-8"><title>Board</title>
<style>[aria-label] { width: 200px; height: 100px; margin: 40px; background: silver }</style>
<div draggable="true" role="img" aria-label="Card"></div><div role="group" aria-label="Done"></div><p role="status"></p>
<script>const [card, done] = document.querySelectorAll("[aria-label]");
card.ondragstart = ({ dataTransfer }) => dataTransfer.setData("text/plain", card.ariaLabel);
done.ondragover = (event) => event.preventDefault();
done.ondrop = (event) => {
  event.preventDefault();
  document.querySelector("[role=status]").textContent = event.dataTransfer.getData("text/plain") + " was dropped";
};</script>`;

Deno.test("an agent drags and drops in a page in Chromium", async () => {
  await using agent = await Agent.open({ files: { "board.html": board } });
  await agent.visit("board.html", "Board");
  await agent.drag({ role: "image", name: "Card" }, { role: "group", name: "Done" });
  await agent.sees({ type: "text", text: "Card was dropped" });
});

Deno.test("an agent draws a stroke in Drawing and saves it", async () => {
  await using agent = await Agent.open();
  await agent.launch("drawing", "Unsaved file");
  await agent.click({ role: "button", name: "No" }); // The help is not read.
  await agent.sees({ type: "state", locator: { role: "canvas" }, states: ["!disabled"] });
  await agent.draw([0.3, 0.3], [0.6, 0.6], [0.7, 0.4]);
  await agent.seesWindow("^\\*Unsaved file");
  await agent.press("ctrl+s");
  await agent.seesWindow("Save picture");
  await agent.press("ctrl+a");
  await agent.does({ type: "type_text", text: `${agent.home}/stroke.png\n` });
  // A line of the first colour, five pixels wide, around 400 long.
  await agent.hasPicture("stroke.png", (picture) => picture.count(0xcc0000) > 1_000);
});

Deno.test("an agent changes a setting of KCalc", async () => {
  await using agent = await Agent.open();
  await agent.launch("kcalc", "KCalc");
  await agent.click({ role: "menu", name: "Settings" }, { role: "menuitem", name: "Configure KCalc..." });
  await agent.seesWindow("Configure");
  await agent.click({ role: "checkbox", name: "Set decimal precision" });
  await agent.does({ type: "set_value", locator: { role: "spinbutton", name: "Precision" }, value: 5 });
  await agent.click({ role: "button", name: "OK" });
  await agent.has(".config/kcalcrc", (content) => /^fixed=true\nfixedprecision=5$/m.test(content ?? ""));
});

Deno.test("an agent makes an image with GIMP's menus and exports it", async () => {
  await using agent = await Agent.open();
  await agent.launch("gimp", "GNU Image");
  await agent.click({ role: "menu", name: "File" }, { role: "menuitem", name: "New..." });
  await agent.seesWindow("Create a New Image");
  await agent.does(
    { type: "set_value", locator: { role: "spinbutton", name: "Width:" }, value: 64 },
    { type: "set_value", locator: { role: "spinbutton", name: "Height:" }, value: 48 },
  );
  await agent.click({ role: "button", name: "OK" });
  await agent.seesWindow("64x48");
  await agent.click({ role: "menu", name: "File" }, { role: "menuitem", name: "Export As..." });
  await agent.seesWindow("Export Image");
  await agent.press("ctrl+a");
  await agent.does({ type: "type_text", text: `${agent.home}/new.ppm\n` });
  await agent.seesWindow("Export Image as PNM");
  await agent.click({ role: "button", name: "Export" });
  await agent.has("new.ppm", (content) => /^P6\n(?:#.*\n)?64 48\n/.test(content ?? ""));
});

Deno.test("an agent gets no terminal, whatever it is called", async () => {
  await using agent = await Agent.open();
  for (const name of ["xterm", "debian-uxterm", "UXTerm"]) assert.equal(await agent.refusal(name), "denied", name);
  for (const name of ["vim", "/usr/bin/xterm", "xterm -e sh"]) assert.notEqual(await agent.refusal(name), "none", name);
});

/** A locale that the system need not have. */
class GermanLocale implements AsyncDisposable {
  readonly #folder = Deno.makeTempDirSync();
  /** What makes applications speak it. */
  readonly environment: Readonly<Record<string, string>> = {
    LANG: "de_DE.UTF-8",
    LC_ALL: "de_DE.UTF-8",
    LOCPATH: this.#folder,
  };

  static async make(): Promise<GermanLocale> {
    const locale = new GermanLocale();
    const args = ["-i", "de_DE", "-f", "UTF-8", `${locale.#folder}/de_DE.UTF-8`];
    const { success, stderr } = await new Deno.Command("localedef", { args }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    return locale;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}
