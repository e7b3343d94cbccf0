import { expect, test } from "vitest";

import { resultText } from "../../../../src/agent/mcpClient/resultText.ts";

test("text stays, pictures and links are placeholders, nothing is fetched", () => {
  const { text, isError } = resultText({
    content: [
      { type: "text", text: "Two files:" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "resource_link", uri: "https://example.com/a", name: "a" },
      { type: "resource", resource: { uri: "file:///b", text: "inside" } },
      { type: "resource", resource: { uri: "file:///c", blob: "AAAA" } },
      { type: "hologram" },
    ],
  });
  expect(isError).toBe(false);
  expect(text.split("\n\n")).toEqual([
    "Two files:",
    "[image image/png, 3 bytes, not shown]",
    "[link to https://example.com/a (a), not fetched]",
    "[resource file:///b]\ninside",
    "[resource file:///c, not shown]",
    "[a part of the kind hologram, not shown]",
  ]);
});

test("structured data is shown once", () => {
  const structuredContent = { sum: 3 };
  expect(resultText({ structuredContent }).text).toBe('{"sum":3}');
  const content = [{ type: "text", text: '{ "sum": 3 }' }];
  expect(resultText({ content, structuredContent }).text).toBe('{ "sum": 3 }');
});

test("64 KB are kept, with a note", () => {
  const { text } = resultText({ content: [{ type: "text", text: "x".repeat(200_000) }] });
  expect(text.length).toBe(65_536);
  expect(text.endsWith("[Cut here: the whole result has 200000 characters.]")).toBe(true);
});

test("what is no result is an error", () => {
  expect(resultText("done").isError).toBe(true);
  expect(resultText({ content: [], isError: true }).isError).toBe(true);
});
