import { describe, expect, test } from "vitest";

import { OutputText } from "../../../../src/agent/command/outputText.ts";

const limits = { head: 100, tail: 200 };

function textOf(...chunks: string[]): string {
  const output = new OutputText(limits);
  for (const chunk of chunks) {
    output.append(chunk);
  }
  return output.summary().text;
}

describe("what a terminal would draw is left out", () => {
  test.each<[string, readonly string[], string]>([
    ["colours", ["\u001b[31mred\u001b[0m\n"], "red\n"],
    ["a sequence cut between two pieces", ["a\u001b[3", "1mb\n"], "ab\n"],
    ["titles", ["\u001b]0;title\u0007a\u001b]8;;https://a\u001b\\b\n"], "ab\n"],
    ["a title without an end loses its line only", ["\u001b]0;title\nb\n"], "b\n"],
    ["character sets", ["\u001b(Ba\n"], "a\n"],
    ["eight-bit sequences", ["\u009b1mb\n"], "b\n"],
    ["bells and backspaces", ["a\u0007\u0008b\n"], "ab\n"],
    ["a progress bar", ["10 %\r50 %\r100 %\ndone\n"], "100 %\ndone\n"],
    ["Windows line ends", ["a\r\nb\r", "\nc"], "a\nb\nc"],
    ["nothing of other scripts", ["ação 東京 🚀\n"], "ação 東京 🚀\n"],
  ])("%s", (_, chunks, expected) => {
    expect(textOf(...chunks)).toBe(expected);
  });
});

test("a long output keeps its beginning and its end and counts the rest", () => {
  const output = new OutputText(limits);
  for (let line = 0; line < 1_000; line += 1) {
    output.append(`line ${line}\n`);
  }
  const { text, characters } = output.summary();
  expect(characters).toBe(8_890);
  expect(text.slice(0, 100)).toMatch(/^line 0\nline 1\n/u);
  expect(text).toContain("\n… 8590 characters left out …\n");
  expect(text.endsWith("line 998\nline 999\n")).toBe(true);
  expect(text.length).toBe(100 + 200 + "\n… 8590 characters left out …\n".length);
});

test("a line without an end stays bounded", () => {
  const output = new OutputText(limits);
  for (let piece = 0; piece < 1_000; piece += 1) {
    output.append("x".repeat(1_000));
  }
  const { text, characters } = output.summary();
  expect(characters).toBe(1_000_000);
  expect(text.length).toBeLessThan(400);
});
