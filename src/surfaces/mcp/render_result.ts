/**
 * Results of operations as a model reads them in a discrete tool. Pure.
 * @module
 */
import type { Observation, OperationName, Result } from "../../contract/operations.ts";
import type { Image, Rect } from "../../contract/values.ts";
import type { CellOutput } from "../../session/cell_output.ts";
import { renderEffect, renderObservation, renderSearch, renderWarning } from "../../session/console/render.ts";
import type { Hints } from "../../session/hints.ts";

/** Puts a result out: trees as text, pictures as pictures, the rest as JSON. */
export function renderResult(name: OperationName, result: unknown, hints: Hints, output: CellOutput): void {
  if (name === "observe") observed(result as Observation, hints, output);
  else if (name === "act") acted(result as Result<"act">, hints, output);
  else if (name === "capture") pictured(result as Image, hints, output);
  else if (name === "find") found(result as Result<"find">, output);
  else output.state(JSON.stringify(result));
}

/** Lines say all that the fields do, with text from the screen escaped. */
function found({ matches, truncated, incomplete }: Result<"find">, output: CellOutput): void {
  const lines = matches.map(({ line, bounds }) => bounds ? `${line} at ${placeOf(bounds)}` : line);
  const notice = renderSearch(matches.length, truncated, incomplete);
  const text = matches.length === 0 ? "nothing matches" : `<screen>\n${lines.join("\n")}\n</screen>`;
  output.state([text, ...(notice ? [notice] : [])].join("\n"));
}

function placeOf({ x, y, width, height }: Rect): string {
  return `${width}x${height}+${x}+${y}`;
}

function observed(observation: Observation, hints: Hints, output: CellOutput): void {
  const { observation_id, frame, screenshot } = observation;
  output.note(`observation_id ${observation_id}${frame ? `, frame ${frame.id}` : ""}`);
  output.state(renderObservation(observation, hints.fresh(observation.warnings)));
  if (screenshot) pictured(screenshot, hints, output);
}

function acted(result: Result<"act">, hints: Hints, output: CellOutput): void {
  for (const report of result.reports) {
    const seen = report.evidence.length > 0 ? ` (${report.evidence.join("; ")})` : "";
    output.write(renderEffect(report) ?? `${report.type}: ${report.effect}${seen}`);
  }
  const warnings = [...result.reports.flatMap((report) => report.warnings), ...result.warnings];
  for (const warning of hints.fresh(warnings)) output.write(renderWarning(warning));
  if (result.observation) observed(result.observation, hints, output);
  if (result.screenshot) pictured(result.screenshot, hints, output);
}

function pictured(image: Image, hints: Hints, output: CellOutput): void {
  const { frame } = image;
  output.picture({ mimeType: image.mime_type, data: image.data });
  output.note(`frame ${frame.id}, ${frame.width}x${frame.height}`);
  for (const warning of hints.fresh(image.warnings ?? [])) output.write(renderWarning(warning));
}
