import { expect, test } from "vitest";

import { LineDecoder } from "../../../src/agentNode/processes/outputDecoder.ts";

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
/** `ação` and `não` in the code page 850. */
const action = [0x61, 0x87, 0xc6, 0x6f];
const no = [0x6e, 0xc6, 0x6f];

/** The text of bytes that come in pieces of this length. */
function read(codePage: number, bytes: readonly number[], piece: number): string {
  const decoder = new LineDecoder(codePage);
  let text = "";
  for (let start = 0; start < bytes.length; start += piece) {
    text += decoder.decode(Uint8Array.from(bytes.slice(start, start + piece)));
  }
  return text + decoder.flush();
}

test("lines in UTF-8 and in the console's code page are told apart, however the bytes come", () => {
  const bytes = [...utf8("ação ✓\n"), ...action, 13, 10, ...utf8("não\r"), ...no];
  for (const piece of [1, 2, 3, 1_000]) {
    expect(read(850, bytes, piece)).toBe("ação ✓\nação\r\nnão\rnão");
  }
});

test.each<[number, readonly number[], string]>([
  [437, [0xe1, 0x9c], "ß£"],
  [850, [0xe1, 0xd5], "ßı"],
  [858, [0xd5], "€"],
  [866, [0x8f, 0xe0], "Пр"],
  [932, [0x93, 0xfa], "日"],
  [936, [0xc4, 0xe3], "你"],
  [1251, [0xcf], "П"],
  [1252, [0xe7], "ç"],
  [720, [0xe7], "ç"],
])("code page %i", (codePage, bytes, text) => {
  expect(read(codePage, [...bytes, 10], 1)).toBe(`${text}\n`);
});

test("a line without an end is read in pieces and not held back for ever", () => {
  const decoder = new LineDecoder(850);
  const shown = decoder.decode(new Uint8Array(100_000).fill(0x61));
  expect(shown.length).toBeGreaterThan(80_000);
  expect(shown.length + decoder.flush().length).toBe(100_000);
});
