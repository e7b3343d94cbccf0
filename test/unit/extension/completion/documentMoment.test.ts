import { expect, test, vi } from "vitest";
import type { Position, TextDocument } from "vscode";

import { momentOf } from "../../../../src/extension/completion/documentMoment.ts";
import { textWithin } from "../../../../src/extension/completion/documentText.ts";

vi.mock("vscode", () => ({
  window: { visibleTextEditors: [] },
  workspace: { getWorkspaceFolder: () => undefined, textDocuments: [], notebookDocuments: [] },
}));

const long = "x".repeat(20_000_000);

/** A document that counts how many units are copied out of it. */
function documentOf(lines: readonly string[]): { readonly document: TextDocument; copied: number } {
  const counted = { copied: 0, document: {} as TextDocument };
  const text = lines.join("\n");
  // Only what completion reads.
  counted.document = {
    uri: { scheme: "file", path: "/w/a.js", toString: () => "file:///w/a.js" },
    languageId: "javascript",
    lineCount: lines.length,
    lineAt: (line: number) => ({ text: lines[line] ?? "", range: { end: line } }),
    offsetAt: () => text.length,
    getText: () => {
      counted.copied += text.length;
      return text;
    },
  } as unknown as TextDocument;
  return counted;
}

test("a line of 20 MB at the cursor is not copied for a key", () => {
  const counted = documentOf(["start();", long, "end();"]);
  const position = { line: 1, character: 5 } as Position;
  const { lines } = momentOf(counted.document, position, { isInvoked: false });
  expect([lines.count, lines.at(0), lines.at(1) === long, lines.at(2)]).toEqual([
    3,
    "start();",
    true,
    "end();",
  ]);
  expect(textWithin(counted.document, 500_000)).toBe("");
  expect(counted.copied).toBe(0);
});

test("far from the start, the first 300 lines are there for imports, and 2,000 on both sides of the cursor", () => {
  const texts = Array.from({ length: 10_000 }, (_, index) => `line ${index}`);
  const { document } = documentOf(texts);
  const position = { line: 5_000, character: 0 } as Position;
  const { lines } = momentOf(document, position, { isInvoked: false });
  const all = [0, 299, 300, 2_999, 3_000, 6_999, 7_000].map((line) => lines.at(line));
  expect(all).toEqual(["line 0", "line 299", "", "", "line 3000", "line 6999", ""]);
});
