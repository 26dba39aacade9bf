import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeLine, type Line, LineWriter, readLines } from "../../src/contract/lines.ts";

const encode = (text: string) => new TextEncoder().encode(text);

async function linesOf(chunks: Iterable<Uint8Array>, limit?: number): Promise<Line[]> {
  async function* source() {
    yield* chunks;
  }
  return await Array.fromAsync(readLines(source(), limit));
}
const texts = (lines: Line[]) => lines.map((line) => line.ok ? line.text : line.reason);

Deno.test("readLines() gives the same lines however the bytes are cut", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n]/g, ""))),
    fc.array(fc.nat({ max: 40 })),
    async (wanted, cuts) => {
      const bytes = encode(wanted.map((line) => line + "\n").join(""));
      const chunks: Uint8Array[] = [];
      let at = 0;
      for (const cut of cuts) {
        chunks.push(bytes.subarray(at, at + cut));
        at = Math.min(bytes.length, at + cut);
      }
      chunks.push(bytes.subarray(at));
      assert.deepEqual(texts(await linesOf(chunks)), wanted.map((line) => line.toWellFormed()));
    },
  ));
});

Deno.test("readLines() skips a line that is too long and goes on", async () => {
  const lines = await linesOf([encode("12345"), encode("6789\nok\n")], 8);
  assert.deepEqual(lines, [{ ok: false, reason: "too_long", bytes: 9 }, { ok: true, text: "ok" }]);
});

Deno.test("readLines() says which line is no UTF-8 and goes on", async () => {
  assert.deepEqual(texts(await linesOf([new Uint8Array([0xff, 10]), encode("ok\n")])), ["invalid_utf8", "ok"]);
});

Deno.test("readLines() drops a carriage return, keeps empty lines and a last line without line feed", async () => {
  assert.deepEqual(texts(await linesOf([encode("a\r\n\nb")])), ["a", "", "b"]);
});

Deno.test("readLines() does not keep the source's buffer", async () => {
  const buffer = new Uint8Array(4);
  async function* reusing() {
    for (const part of ["ab", "cd", "\n"]) {
      const { written } = new TextEncoder().encodeInto(part, buffer);
      yield buffer.subarray(0, written);
    }
  }
  assert.deepEqual(texts(await Array.fromAsync(readLines(reusing()))), ["abcd"]);
});

Deno.test("LineWriter.write() keeps whole lines in order and rejects when the other side is gone", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = new LineWriter(writable);
  const written = Promise.all([writer.write({ n: 1 }), writer.write({ n: 2 })]);
  const lines = readLines(readable);
  assert.deepEqual((await lines.next()).value, { ok: true, text: '{"n":1}' });
  assert.deepEqual((await lines.next()).value, { ok: true, text: '{"n":2}' });
  await written;
  await lines.return(undefined);
  await assert.rejects(writer.write({ n: 3 }));
});

Deno.test("encodeLine() never puts a line feed inside", () => {
  const bytes = encodeLine({ text: "a\nb" });
  assert.equal(bytes.indexOf(10), bytes.length - 1);
});
