/**
 * The demo: an MCP client that drives a real application on a private desktop and checks the file that it saved.
 * @module
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Buffer } from "node:buffer";
import { roleCommand, roleEnvironment } from "../src/roles.ts";
import { print } from "../src/terminal.ts";

const OUT = new URL("../demo-out/", import.meta.url);
/** Two lines, in five scripts. */
const TEXT = "Grüße λ – 日本語 😀\nWritten by an agent on a desktop of its own.\n";
const FILE_NAME = "greeting.txt";
/** Longest wait for one call, ms. */
const CALL_MS = 60_000;

const started = performance.now();

/** What a call gave the model. */
interface Answer {
  readonly text: string;
  readonly images: readonly Uint8Array<ArrayBuffer>[];
}

function say(line: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(2).padStart(6);
  print(`${seconds} s  ${line}\n`);
}

function quote(title: string, text: string): void {
  print(`\n    ── ${title} ${"─".repeat(Math.max(0, 70 - title.length))}\n`);
  for (const line of text.trimEnd().split("\n")) print(`    │ ${line}\n`);
  print("\n");
}

/** The answer of a person who is asked: allowed for this session. Prints the question, so that a reader sees it. */
function answerApproval(client: Client): void {
  client.setRequestHandler("elicitation/create", (request) => {
    const { message, requestedSchema } = request.params as { message: string; requestedSchema: FormSchema };
    const [field, property] = Object.entries(requestedSchema.properties)[0]!;
    const choices = property.oneOf?.map((option) => option.const) ?? property.enum ?? [];
    const choice = choices.find((option) => /session/i.test(option)) ?? "";
    say(`the server asks: ${message.split("\n")[0]} → ${choice}`);
    return { action: "accept", content: { [field]: choice } };
  });
}

interface FormSchema {
  readonly properties: Record<string, { oneOf?: { const: string }[]; enum?: string[] }>;
}

async function connect(): Promise<Client> {
  const client = new Client({ name: "linux-cua-demo", version: "1.0.0" }, {
    capabilities: { elicitation: { form: {} } },
  });
  answerApproval(client);
  const { command, args } = roleCommand("host", ["--mcp", "--workspace", "new", "--label", "demo"]);
  await client.connect(new StdioClientTransport({ command, args, env: roleEnvironment("host"), stderr: "inherit" }));
  return client;
}

/** Runs a cell and returns what the model would get. */
async function cell(client: Client, title: string, code: string): Promise<Answer> {
  const result = await client.callTool({ name: "js", arguments: { title, code } }, { timeout: CALL_MS });
  const content = result.content as { type: string; text?: string; data?: string }[];
  const text = content.flatMap((part) => part.type === "text" ? [part.text ?? ""] : []).join("\n");
  if (result.isError) throw new Error(`The cell "${title}" failed: ${text}`);
  const images = content.flatMap((part) =>
    part.type === "image" ? [Uint8Array.from(Buffer.from(part.data!, "base64"))] : []
  );
  return { text, images };
}

function save(name: string, bytes: Uint8Array): void {
  Deno.writeFileSync(new URL(name, OUT), bytes);
  say(`wrote demo-out/${name} (${bytes.length} bytes)`);
}

async function play(client: Client, folder: string): Promise<void> {
  const path = `${folder}/${FILE_NAME}`;
  const launch = await cell(client, "Start Mousepad", `const app = await cua.launchApp("mousepad");`);
  say("Mousepad runs on the private desktop");
  quote("the tree that the model gets", launch.text);

  const typed = await cell(client, "Write", `await app.typeText(${JSON.stringify(TEXT)});`);
  say("the text is written");
  quote("what changed, as the model gets it", typed.text);

  const dialog = await cell(client, "Save As", `await app.pressKey("ctrl+shift+s");\nawait app.getScreenshot();`);
  say("the Save As dialog is open");
  const picture = dialog.images[0];
  if (!picture) throw new Error("The screenshot of the dialog is missing");
  save("save-as.png", picture);

  const fill = `await app.setValue({ role: "textbox", name: "Name" }, ${
    JSON.stringify(path)
  });\nawait app.pressKey("Return");`;
  const saved = await cell(client, "Save", fill);
  say("the name is filled in and Return pressed");
  quote("what the model gets after saving", saved.text);

  const after = await cell(client, "Look", `await app.getScreenshot();`);
  if (!after.images[0]) throw new Error("The screenshot after saving is missing");
  save("saved.png", after.images[0]);
}

/** Compares the saved file with what was asked for, byte for byte. */
function check(folder: string): string | null {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Deno.readFileSync(`${folder}/${FILE_NAME}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "the file was not saved";
    throw error;
  }
  save(FILE_NAME, bytes);
  const wanted = new TextEncoder().encode(TEXT);
  if (Buffer.compare(bytes, wanted) === 0) return null;
  return `the file holds ${JSON.stringify(new TextDecoder().decode(bytes))} instead of ${JSON.stringify(TEXT)}`;
}

async function main(): Promise<number> {
  await Deno.mkdir(OUT, { recursive: true });
  const folder = await Deno.makeTempDir({ prefix: "linux-cua-demo-" });
  let difference: string | null;
  try {
    const client = await connect();
    say("connected to linux-cua over MCP");
    try {
      await play(client, folder);
    } finally {
      await client.close();
    }
    difference = check(folder);
  } catch (error) {
    difference = error instanceof Error ? error.message : String(error);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  if (difference === null) {
    say("the saved file is the text, byte for byte");
    print("demo: ok\n");
    return 0;
  }
  print(`demo: failed: ${difference}\n`);
  return 1;
}

if (import.meta.main) Deno.exit(await main());
