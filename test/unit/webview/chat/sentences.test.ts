import { expect, test } from "vitest";

import { Sentences } from "../../../../src/webview/kit/sentences.ts";

function spoken(...texts: string[]): (string | undefined)[] {
  const sentences = new Sentences("Code.");
  return texts.map((text) => {
    sentences.push(text);
    return sentences.take();
  });
}

test("only finished sentences are spoken, each once", () => {
  expect(spoken("It is ", "late. And", " dark. ", "")).toEqual([
    undefined,
    "It is late.",
    "And dark.",
    undefined,
  ]);
});

test("a word that is cut between two looks stays one word", () => {
  expect(spoken("One. Thr", "ee. Four", " five. ")).toEqual(["One.", "Three.", "Four five."]);
});

test("Markdown marks are left out and links are read by their text", () => {
  expect(spoken("## A *title*\n- See [the `docs`](https://example.com/a.b).\n")).toEqual([
    "A title. See the docs.",
  ]);
});

test("code is named, not read", () => {
  expect(spoken("Try this:\n```ts\nconst a = 1.\n```\nDone.\n")).toEqual(["Try this: Code. Done."]);
});

test("a table is spoken cell by cell, without its lines", () => {
  expect(spoken("| a | `b` |\n| :- | --- |\n| 1 | 2 |\n\n---\n", "x | y\n")).toEqual([
    "a, b. 1, 2.",
    "x, y.",
  ]);
});

test("a long text is spoken in pieces", () => {
  const sentences = new Sentences("Code.");
  sentences.push("This sentence is forty characters long. ".repeat(20));
  const first = sentences.take();
  expect(first?.length).toBeLessThanOrEqual(300);
  expect(first?.endsWith("long.")).toBe(true);
  expect(sentences.take()).toBe(first);
});

test("what is left is spoken at the end, unless it is too much", () => {
  const sentences = new Sentences("Code.");
  sentences.push("No full stop");
  expect(sentences.finish()).toBe("No full stop.");
  sentences.push("word ".repeat(100));
  expect(sentences.finish()).toBe(undefined);
});
