import { createParser } from "eventsource-parser";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { SseScanner } from "../../../../../src/hubServer/formats/base/sseScanner.ts";

/** The data of all events, the bytes given in chunks of these lengths. */
function scan(bytes: Uint8Array, lengths: readonly number[]): readonly string[] {
  const scanner = new SseScanner();
  const found: string[] = [];
  let at = 0;
  for (const length of [...lengths, bytes.length]) {
    found.push(...scanner.scan(bytes.subarray(at, at + length)).map(({ data }) => data));
    at += length;
  }
  return found;
}

const line = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => `data: ${text}`),
  fc.constantFrom(
    "",
    "",
    "data:",
    "data",
    "data:x",
    ": comment",
    "event: e",
    "id: 1",
    "odd",
    "retry: 3",
  ),
);
const stream = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n", "\r")), { maxLength: 20 })
  .map((lines) => `${lines.map((pair) => pair.join("")).join("")}\n\n`);

test("it finds the events that a parser of the standard finds, however the bytes are cut", () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(9), { maxLength: 60 }), (text, lengths) => {
      const expected: string[] = [];
      const parser = createParser({ onEvent: ({ data }) => expected.push(data) });
      parser.feed(text);
      expect(scan(new TextEncoder().encode(text), lengths)).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

const oddBytes = fc.array(
  fc.oneof(
    fc
      .constantFrom("data: ", "data:", "\n", "\n\n", "\r", "x", "é")
      .map((text) => [...encoded(text)]),
    fc.constantFrom([0xef, 0xbb, 0xbf], [0xff], [0xf0, 0x9f], [0xc3], [0x00]),
  ),
  { maxLength: 20 },
);

test("bytes that are no text come out the same whole and one by one", () => {
  fc.assert(
    fc.property(oddBytes, (pieces) => {
      const bytes = Uint8Array.from([...pieces.flat(), 0x0a, 0x0a]);
      const single = Array.from(bytes, () => 1);
      expect(scan(bytes, [])).toEqual(scan(bytes, single));
    }),
    { numRuns: 2_000 },
  );
});

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

test("an event says where it ends in the chunk that completes it", () => {
  const scanner = new SseScanner();
  expect(scanner.scan(encoded("data: é"))).toEqual([]);
  expect(scanner.scan(encoded("\n\ndata: b\r\n\r\nda"))).toEqual([
    { data: "é", end: 2 },
    { data: "b", end: 13 },
  ]);
});

test("an event that never ends is given up at 32 MB", () => {
  const scanner = new SseScanner();
  const chunk = new Uint8Array(1024 * 1024).fill(0x61);
  expect(() => {
    for (let count = 0; count < 40; count += 1) {
      scanner.scan(chunk);
    }
  }).toThrow(RangeError);
});
