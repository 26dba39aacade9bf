/**
 * What the text of a window says of real applications: their main window, a menu, a dialog. The texts are kept in
 * `tests/goldens/`, as Debian 12 has the applications. `UPDATE_GOLDENS=1` writes them anew: compare them with pictures then.
 * @module
 */
import { Application } from "./application.ts";
import { office } from "./office.ts";

const letter = "Dear reader,\n\nthis is a letter of two\nparagraphs and some lines.\n\nYours\n";
const files = { "Papers/letter.txt": letter, "Papers/data.json": "{}\n", "Papers/Old/notes.txt": "Done\n" };

Deno.test("observe tells what Mousepad shows", async () => {
  await using mousepad = await Application.start({
    apps: ["mousepad"],
    argv: ["mousepad", "~/Papers/letter.txt"],
    files,
  });
  await mousepad.looksLike("mousepad");
  await mousepad.press("alt+f");
  await mousepad.looksLike("mousepad_menu");
  await mousepad.press("Escape", "ctrl+o");
  await mousepad.looksLike("mousepad_open");
});

Deno.test("observe tells what Thunar shows", async () => {
  await using thunar = await Application.start({ apps: ["thunar"], argv: ["thunar", "~/Papers"], files });
  await thunar.looksLike("thunar_icons");
  await thunar.press("ctrl+2");
  await thunar.looksLike("thunar");
  await thunar.press("alt+e");
  await thunar.looksLike("thunar_menu");
  await thunar.click("menu item", "Preferences...");
  await thunar.looksLike("thunar_preferences");
});

Deno.test("observe tells what GNOME's calculator shows", async () => {
  await using calculator = await Application.start({ apps: ["gnome-calculator"], argv: ["gnome-calculator"] });
  await calculator.looksLike("gnome_calculator");
  await calculator.perform("click", "button", "Primary menu");
  await calculator.looksLike("gnome_calculator_menu");
  await calculator.click("menu item", "Preferences");
  await calculator.looksLike("gnome_calculator_preferences");
});

Deno.test("observe tells what GNOME's text editor shows", async () => {
  const argv = ["gnome-text-editor", "~/Papers/letter.txt"];
  await using editor = await Application.start({ apps: ["gnome-text-editor"], argv, files });
  await editor.looksLike("gnome_text_editor");
  await editor.press("F10");
  await editor.looksLike("gnome_text_editor_menu");
  await editor.press("Escape", "ctrl+h");
  await editor.looksLike("gnome_text_editor_replace");
});

Deno.test("observe tells what KCalc shows", async () => {
  await using kcalc = await Application.start({ apps: ["kcalc"], argv: ["kcalc"] });
  await kcalc.looksLike("kcalc");
  await kcalc.perform("ShowMenu", "menu", "Settings");
  await kcalc.looksLike("kcalc_menu");
  await kcalc.click("menu item", "Configure KCalc...");
  await kcalc.looksLike("kcalc_settings");
});

Deno.test("observe tells what GIMP shows", async () => {
  await using gimp = await Application.start({ apps: ["gimp"], argv: ["gimp", "--no-splash"] });
  await gimp.looksLike("gimp");
  // The first menu stays where it was, closed.
  await gimp.press("F10", "Right");
  await gimp.looksLike("gimp_menu");
  await gimp.press("Escape", "Escape", "ctrl+n");
  await gimp.looksLike("gimp_new");
});

Deno.test("observe tells what LibreOffice Calc shows", async () => {
  const table = "Customer,Amount,Paid\nZoë,2,12.50\nMax,5,30.00\n";
  await using calc = await Application.start({
    apps: ["libreoffice-calc", "soffice"],
    argv: ["soffice", "--norestore", "--infilter=CSV:44,34,UTF8", "~/orders.csv"],
    files: { ...office, "orders.csv": table },
  });
  await calc.looksLike("libreoffice_calc");
  await calc.press("alt+e");
  await calc.looksLike("libreoffice_calc_menu");
  await calc.press("Escape", "ctrl+1");
  await calc.looksLike("libreoffice_calc_format", "soffice");
});

Deno.test("observe tells what LibreOffice Writer shows", async () => {
  const argv = ["soffice", "--norestore", "--writer", "~/Papers/letter.txt"];
  await using writer = await Application.start({
    apps: ["libreoffice-writer", "soffice"],
    argv,
    files: { ...office, ...files },
  });
  await writer.looksLike("libreoffice_writer");
  await writer.press("ctrl+h");
  await writer.looksLike("libreoffice_writer_replace", "soffice");
});

Deno.test("observe tells what Chromium shows", async () => {
  const page = Deno.readTextFileSync(new URL("../../goldens/orders.html", import.meta.url));
  const flags = [
    ...["--no-first-run", "--no-default-browser-check", "--disable-sync", "--disable-background-networking"],
    ...["--disable-component-update", "--password-store=basic", "--disable-features=Translate"],
    "--force-renderer-accessibility",
    ...(Deno.uid() === 0 ? ["--no-sandbox", "--test-type"] : []),
  ];
  await using chromium = await Application.start({
    apps: ["chromium"],
    argv: ["chromium", ...flags, "--user-data-dir=~/profile", "--window-size=1000,700", "~/orders.html"],
    files: { "orders.html": page },
  });
  await chromium.looksLike("chromium");
  await chromium.click("combo box", "Colour");
  await chromium.looksLike("chromium_list");
  await chromium.press("Escape", "alt+f");
  await chromium.looksLike("chromium_menu");
});
