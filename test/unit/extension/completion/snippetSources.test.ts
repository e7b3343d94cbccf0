import { expect, test, vi } from "vitest";
import type { Uri } from "vscode";

import type { FileGate } from "../../../../src/extension/completion/fileGate.ts";
import { SnippetSources } from "../../../../src/extension/completion/snippetSources.ts";
import { systemClock } from "../../../../src/shared/base/clock.ts";

const address = "file:///w/own.ts";
const cell = "vscode-notebook-cell:/w/book.ipynb#c1";
const own = 'import { Invoice } from "./invoice.ts";\nconst invoice = new Invoice();\ninvoice.\n';

vi.mock("vscode", () => ({
  Range: vi.fn(),
  TabInputText: vi.fn(),
  workspace: {
    textDocuments: [
      { uri: { path: "/w/own.ts", toString: () => address }, getText: () => own },
      { uri: { path: "/w/book.ipynb", toString: () => cell }, getText: () => own },
    ],
  },
  window: { tabGroups: { all: [] } },
}));

/** A gate that lets all through but one file. */
const gate = {
  reasonAgainstFile: (uri: Uri) =>
    Promise.resolve(uri.toString().endsWith("secret.ts") ? "ignored" : undefined),
} as unknown as FileGate;

function code(path: string, text: string): { uri: Uri; path: string; text: string } {
  // Only what the sources read.
  const uri = { path: `/w/${path}`, toString: () => `file:///w/${path}` } as unknown as Uri;
  return { uri, path, text };
}

test("the definition of an imported name goes before other pieces of the index, if its file may be sent", async () => {
  const asked: string[] = [];
  const use = code("a.ts", "send(new Invoice(), invoice);\n");
  const definition = code("invoice.ts", "export class Invoice {\n  total = 0;\n}\n");
  const hidden = code("secret.ts", "export class Invoice {\n  key = 1;\n}\n");
  const findCode = (query: string): Promise<readonly (typeof use)[]> => {
    asked.push(query);
    return Promise.resolve(query === "Invoice" ? [hidden, use, definition] : [use]);
  };
  const sources = new SnippetSources({ findCode, clock: systemClock }, gate);
  const place = { file: address, line: 2 };
  expect(await sources.find(place, 1_000)).toEqual([
    { path: "a.ts", text: use.text },
    { path: "invoice.ts", text: definition.text },
  ]);
  expect(asked).toEqual(["Invoice", "Invoice invoice"]);
  // With room for one piece alone.
  expect(await sources.find(place, 25)).toEqual([{ path: "invoice.ts", text: definition.text }]);
});

test("the file of a cell's own notebook, with its kept outputs, does not go along", async () => {
  const book = code("book.ipynb", '"outputs": ["invoice of a customer"]\n');
  const use = code("a.ts", "send(new Invoice(), invoice);\n");
  const findCode = (): Promise<readonly (typeof use)[]> => Promise.resolve([book, use]);
  const sources = new SnippetSources({ findCode, clock: systemClock }, gate);
  expect(await sources.find({ file: cell, line: 2 }, 1_000)).toEqual([
    { path: "a.ts", text: use.text },
  ]);
});
