/**
 * What the methods of the console may do for a cell.
 * @module
 */
import type { Observation, OperationName, ParamsInput, Result } from "../../contract/operations.ts";
import type { AppInfo, Image } from "../../contract/values.ts";
import type { AppHandle, Wanted } from "./apps.ts";
import type { Fields } from "./fields.ts";

/** The cell that a method is called in. */
export interface CellContext {
  /** Makes a call on behalf of the cell. */
  call<K extends OperationName>(name: K, params: ParamsInput<K>): Promise<Result<K>>;
  /** Puts a text out unless model code does not want it. */
  say(options: Fields, text: string): void;
  /** Finds a running application. */
  findRunning(wanted: Wanted): Promise<AppInfo>;
  /** Looks at an application, and shows it unless model code does not want that. */
  observe(app: AppHandle, options: Fields): Promise<Observation>;
  /** Where calls to an application go. */
  target(app: AppHandle): { window_id: number } | { app: string };
  /** The state that this cell has shown and nothing has changed since. */
  shown(app: AppHandle): string | undefined;
  /** Keeps a picture; model code gets its handle, the model the picture. */
  picture(app: AppHandle, image: Image, options: Fields): Fields;
}
