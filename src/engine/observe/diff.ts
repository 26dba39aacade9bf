/**
 * Says what changed between two snapshots of the same window.
 * @module
 */
import { descendants, type Element, type Snapshot } from "./element.ts";
import { fenced, render, renderLine, renderLines, runLines } from "./render.ts";
import { runsOf } from "./rows.ts";

/** What an observation answers with. */
export interface Answer {
  readonly kind: "full" | "changes" | "no_change";
  readonly text: string;
}

/** The changes since `before` when they are shorter than the full text, else the full text. */
export function diff(before: Snapshot | undefined, after: Snapshot): Answer {
  const full = render(after);
  if (!before || before.root.id !== after.root.id) return { kind: "full", text: full };
  const lines = changes(before, after);
  if (lines.length === 0) return { kind: "no_change", text: "No change." };
  const text = `Changes:\n${fenced(lines.join("\n"))}`;
  return text.length < full.length ? { kind: "changes", text } : { kind: "full", text: full };
}

/** The changed lines: what is gone, what changed, what is new. */
export function changes(before: Snapshot, after: Snapshot): string[] {
  return [...goneLines(before, after), ...changedLines(before, after), ...newLines(before, after)];
}

function goneLines(before: Snapshot, after: Snapshot): string[] {
  return tops(before, after).filter(({ unsaid }) => !unsaid).map((element) => {
    const gone = [...descendants(element)].filter((inner) => !after.elements.has(inner.id)).length - 1;
    return `- ${renderLine(element)}${gone > 0 ? ` and ${gone} inside` : ""}`;
  });
}

function changedLines(before: Snapshot, after: Snapshot): string[] {
  const lines: string[] = [];
  for (const element of after.elements.values()) {
    const old = before.elements.get(element.id);
    if (!old) continue;
    const line = renderLine(element);
    const moved = old.parent?.id !== element.parent?.id ? ` (now in ${element.parent?.id})` : "";
    if (moved || line !== renderLine(old)) lines.push(`~ ${line}${moved}`);
  }
  return lines;
}

function newLines(before: Snapshot, after: Snapshot): string[] {
  return runsOf(tops(after, before)).flatMap((run) => {
    const [top, ...others] = run;
    const lines = others.length > 0 ? runLines(run) : renderLines(newPart(top, before));
    return lines.map((line, i) => `+ ${line}${i === 0 ? ` (in ${top.parent?.id})` : ""}`);
  });
}

/** Elements of `one` that `other` lacks, whose parents it has. */
function tops(one: Snapshot, other: Snapshot): Element[] {
  const missing = [...one.elements.values()].filter((element) => !other.elements.has(element.id));
  return missing.filter((element) => !element.parent || other.elements.has(element.parent.id));
}

/** A new element without what was there before: that is told of as moved. */
function newPart(element: Element, before: Snapshot): Element {
  const children = element.children.filter((child) => !before.elements.has(child.id));
  return { ...element, children: children.map((child) => newPart(child, before)) };
}
