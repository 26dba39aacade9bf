/**
 * What callers call keys: names of keysymdef.h as xdotool takes them, `KeyboardEvent.key` and `KeyboardEvent.code` of the
 * W3C, and a few that people write. Pure data and look-ups; case does not matter.
 * @module
 * @see {@link https://www.w3.org/TR/uievents-key/}
 * @see {@link https://www.w3.org/TR/uievents-code/}
 */

/** The modifiers that a chord can hold, in the order in which they are pressed. */
export const chordModifiers = ["ctrl", "alt", "shift", "super"] as const;
/** A modifier of a chord. */
export type ChordModifier = typeof chordModifiers[number];

/** Keysym names of modifiers, for pressing one alone or as part of a chord. */
export const modifierKeysyms: Readonly<Record<ChordModifier, string>> = {
  ctrl: "Control_L",
  alt: "Alt_L",
  shift: "Shift_L",
  super: "Super_L",
};

const modifierSpellings: Readonly<Record<ChordModifier, string>> = {
  ctrl: "ctrl control control_l control_r controlleft controlright ctl",
  alt: "alt alt_l alt_r altleft altright option opt meta",
  shift: "shift shift_l shift_r shiftleft shiftright",
  super: "super super_l super_r win windows cmd command os metaleft metaright",
};

/** Names of keysymdef.h and XF86keysym.h that are on keyboards, besides letters, digits and F1 to F35. */
const keysymNames = `
  Return Escape Tab BackSpace Delete Insert Linefeed Clear Pause Scroll_Lock Sys_Req Print Break Cancel Help Undo Redo
  Find Select Execute Menu Home End Prior Next Page_Up Page_Down Up Down Left Right Begin
  Shift_L Shift_R Control_L Control_R Alt_L Alt_R Meta_L Meta_R Super_L Super_R Hyper_L Hyper_R
  Caps_Lock Shift_Lock Num_Lock Mode_switch Multi_key ISO_Level3_Shift ISO_Left_Tab ISO_Next_Group
  KP_0 KP_1 KP_2 KP_3 KP_4 KP_5 KP_6 KP_7 KP_8 KP_9 KP_Enter KP_Add KP_Subtract KP_Multiply KP_Divide KP_Decimal
  KP_Separator KP_Equal KP_Home KP_End KP_Prior KP_Next KP_Page_Up KP_Page_Down KP_Up KP_Down KP_Left KP_Right KP_Begin
  KP_Insert KP_Delete KP_Tab KP_Space
  space exclam quotedbl numbersign dollar percent ampersand apostrophe parenleft parenright asterisk plus comma minus
  period slash colon semicolon less equal greater question at bracketleft backslash bracketright asciicircum underscore
  grave braceleft bar braceright asciitilde
  XF86AudioRaiseVolume XF86AudioLowerVolume XF86AudioMute XF86AudioPlay XF86AudioStop XF86AudioNext XF86AudioPrev
  XF86Back XF86Forward XF86Refresh XF86HomePage XF86Search XF86Mail XF86Calculator XF86MonBrightnessUp
  XF86MonBrightnessDown XF86PowerOff XF86Sleep XF86Copy XF86Cut XF86Paste XF86Open XF86Save XF86Close XF86ZoomIn
  XF86ZoomOut
`.trim().split(/\s+/);

/** Other spellings, in lower case, to the names above. */
const aliases: Readonly<Record<string, string>> = {
  enter: "Return",
  esc: "Escape",
  del: "Delete",
  ins: "Insert",
  spacebar: "space",
  arrowup: "Up",
  arrowdown: "Down",
  arrowleft: "Left",
  arrowright: "Right",
  pageup: "Prior",
  pagedown: "Next",
  pgup: "Prior",
  pgdn: "Next",
  contextmenu: "Menu",
  apps: "Menu",
  capslock: "Caps_Lock",
  numlock: "Num_Lock",
  scrolllock: "Scroll_Lock",
  printscreen: "Print",
  altgraph: "ISO_Level3_Shift",
  altgr: "ISO_Level3_Shift",
  compose: "Multi_key",
  dot: "period",
  hyphen: "minus",
  quote: "apostrophe",
  backquote: "grave",
  backtick: "grave",
  numpadenter: "KP_Enter",
  numpadadd: "KP_Add",
  numpadsubtract: "KP_Subtract",
  numpadmultiply: "KP_Multiply",
  numpaddivide: "KP_Divide",
  numpaddecimal: "KP_Decimal",
  numpadcomma: "KP_Separator",
  numpadequal: "KP_Equal",
  audiovolumeup: "XF86AudioRaiseVolume",
  audiovolumedown: "XF86AudioLowerVolume",
  audiovolumemute: "XF86AudioMute",
  mediaplaypause: "XF86AudioPlay",
  mediastop: "XF86AudioStop",
  mediatracknext: "XF86AudioNext",
  mediatrackprevious: "XF86AudioPrev",
  browserback: "XF86Back",
  browserforward: "XF86Forward",
  browserrefresh: "XF86Refresh",
  browserhome: "XF86HomePage",
  browsersearch: "XF86Search",
  launchmail: "XF86Mail",
  brightnessup: "XF86MonBrightnessUp",
  brightnessdown: "XF86MonBrightnessDown",
};

const modifiersBySpelling = new Map(
  chordModifiers.flatMap((modifier) => modifierSpellings[modifier].split(" ").map((name) => [name, modifier] as const)),
);
const namesBySpelling = new Map([
  ...keysymNames.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(aliases),
]);

/** The modifier of a name. */
export function modifierNamed(spelling: string): ChordModifier | undefined {
  return modifiersBySpelling.get(spelling.toLowerCase());
}

/** The keysym's name, or the character, that a spelling stands for; undefined for an unknown one. */
export function keyNamed(spelling: string): string | undefined {
  const lower = spelling.toLowerCase();
  if (/^f([1-9]|[12]\d|3[0-5])$/.test(lower)) return lower.toUpperCase();
  const [, coded] = /^(?:key([a-z])|digit(\d))$/.exec(lower)?.filter(Boolean) ?? [];
  if (coded) return coded;
  const [, pad] = /^(?:numpad|num)(\d)$/.exec(lower) ?? [];
  return pad ? `KP_${pad}` : namesBySpelling.get(lower);
}

/** Known spellings that differ from one by a slip or two, best first. */
export function nearMisses(spelling: string, most = 3): string[] {
  const lower = spelling.toLowerCase();
  const reach = Math.min(2, Math.floor(lower.length / 2));
  const candidates = [...namesBySpelling.entries(), ...chordModifiers.map((name) => [name, name] as const)];
  const near = candidates.map(([known, name]) => ({ name, distance: editDistance(lower, known) }))
    .filter(({ distance }) => distance <= reach).sort((a, b) => a.distance - b.distance);
  return [...new Set(near.map(({ name }) => name))].slice(0, most);
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours count one each. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const best = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + cost);
      row.push(swap ? Math.min(best, rows[i - 2]![j - 2]! + 1) : best);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
