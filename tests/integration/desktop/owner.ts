/**
 * A process that owns a desktop, prints its state, and waits: to be killed by tests.
 * @module
 */
import { openDesktop } from "../../../src/desktop/desktop.ts";
import { print } from "../../../src/terminal.ts";

const desktop = await openDesktop();
print(JSON.stringify(desktop.state) + "\n");
await desktop.ended;
