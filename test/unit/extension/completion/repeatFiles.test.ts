import { expect, test, vi } from "vitest";
import type { TextDocument, Uri } from "vscode";

import type { FileGate } from "../../../../src/extension/completion/fileGate.ts";
import { RepeatFiles } from "../../../../src/extension/completion/repeatFiles.ts";

const { alike, read } = vi.hoisted(() => ({ alike: "await readAll(1);\n", read: [] as string[] }));

vi.mock("vscode", () => {
  const paths = ["/w/own.ts", "/w/open.ts", "/w/secret/open.ts"];
  return {
    FileType: { File: 1 },
    workspace: {
      textDocuments: paths.map((path) => ({
        uri: { scheme: "file", path, toString: () => `file://${path}` },
        lineCount: 1,
        lineAt: () => ({ range: { end: 0 } }),
        offsetAt: () => alike.length,
        getText: () => alike,
      })),
      fs: {
        stat: ({ path }: Uri) => Promise.resolve({ size: path.length, type: 1 }),
        readFile: ({ path }: Uri) => {
          read.push(path);
          return Promise.resolve(new TextEncoder().encode(alike));
        },
      },
    },
  };
});

/** A gate against one folder. */
const gate = {
  reasonAgainstFile: ({ path }: Uri) =>
    Promise.resolve(path.startsWith("/w/secret/") ? "secret" : undefined),
} as unknown as FileGate;

function uri(path: string): Uri {
  // Only what the search reads.
  return { scheme: "file", path, toString: () => `file://${path}` } as unknown as Uri;
}

test("open files and files of the index are found once; a guarded file, a notebook and the own file are not read", async () => {
  const paths = ["/w/open.ts", "/w/far.ts", "/w/secret/far.ts", "/w/book.ipynb", "/w/own.ts"];
  const asked: string[] = [];
  const files = new RepeatFiles((text) => {
    asked.push(text);
    return Promise.resolve(paths.map((path) => ({ uri: uri(path) })));
  }, gate);
  const own = { uri: uri("/w/own.ts") } as unknown as TextDocument;
  const edit = { from: "readAll", to: "readEach", offset: 0, neighbours: "await (" };
  const found = await files.find(edit, [own], false);
  expect(found.map(({ path }) => path)).toEqual(["/w/open.ts", "/w/far.ts"]);
  expect(asked).toEqual(["readAll"]);
  expect(read).toEqual(["/w/far.ts"]);
});
