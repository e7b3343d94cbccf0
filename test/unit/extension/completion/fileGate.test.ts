import { beforeEach, expect, test, vi } from "vitest";
import type { TextDocument, Uri } from "vscode";

import { FileGate, sentPath } from "../../../../src/extension/completion/fileGate.ts";
import type { WorkspaceFiles } from "../../../../src/extension/context/files/workspaceFiles.ts";

const editor = vi.hoisted(() => {
  const values: Record<string, unknown> = {};
  const open: unknown[] = [];
  return { values, open };
});

vi.mock("vscode", () => {
  const folder = { name: "w", uri: address("file", "/w") };
  return {
    RelativePattern: class {
      readonly at: string;
      constructor(_: unknown, glob: string) {
        this.at = `/w/${glob}`;
      }
    },
    languages: {
      match: ({ pattern }: { readonly pattern: { readonly at?: string } }, { uri }: TextDocument) =>
        pattern.at === uri.path ? 10 : 0,
    },
    workspace: {
      workspaceFolders: [folder],
      textDocuments: editor.open,
      notebookDocuments: [{ uri: address("file", "/w/book.ipynb") }],
      fs: { isWritableFileSystem: () => true },
      getWorkspaceFolder: (uri: Uri) => (isInside(uri) ? folder : undefined),
      asRelativePath: (uri: Uri) => (isInside(uri) ? uri.path.slice(3) : uri.path),
      getConfiguration: () => ({
        inspect: (name: string) => ({ globalValue: editor.values[name] }),
      }),
    },
  };
});

function isInside({ scheme, path }: Uri): boolean {
  return scheme === "file" && path.startsWith("/w/");
}

function address(scheme: string, path: string): Uri {
  const uri = {
    scheme,
    path,
    with: (change: { readonly scheme?: string; readonly path?: string }) =>
      address(change.scheme ?? scheme, change.path ?? path),
    toString: () => `${scheme}:${path}`,
  };
  // Only what the gate reads.
  return uri as unknown as Uri;
}

function documentOf(uri: Uri, languageId: string): TextDocument {
  const document = {
    uri,
    languageId,
    lineCount: 1,
    lineAt: () => ({ range: { end: {} } }),
    offsetAt: () => 100,
  };
  return document as unknown as TextDocument;
}

const files = {
  reasonAgainst: ({ path }: Uri) =>
    Promise.resolve(path.startsWith("/w/private/") ? "ignored" : undefined),
} as unknown as WorkspaceFiles;
const gate = new FileGate(files);
const own = documentOf(address("file", "/w/src/a.ts"), "typescript");

function againstHit(path: string): Promise<string | undefined> {
  return gate.reasonAgainstFile(address("file", path), own);
}

beforeEach(() => {
  editor.values["completion.enabled"] = { "*": true };
  editor.values["completion.exclude"] = [];
  editor.open.length = 0;
});

test("what the index finds goes along only if it could be completed itself", async () => {
  editor.values["completion.exclude"] = ["src/prices.go"];
  expect(await againstHit("/w/src/b.go")).toBeUndefined();
  expect(await againstHit("/w/src/prices.go")).toBe("excluded");
  expect(await againstHit("/w/private/b.go")).toBe("ignored");
  expect(await againstHit("/w/.env")).toBe("secret");
  expect(await againstHit("/w/notes.md")).toBe("off");
  expect(await againstHit("/elsewhere/b.go")).toBe("outside");
});

test("a file that is not open and may be of a language that was left out does not go along", async () => {
  editor.values["completion.enabled"] = { "*": true, sql: false };
  expect(await againstHit("/w/schema.sql")).toBe("off");
  expect(await againstHit("/w/src/b.ts")).toBeUndefined();
  editor.values["completion.enabled"] = { "*": false, typescript: true };
  expect(await againstHit("/w/src/b.ts")).toBeUndefined();
  expect(await againstHit("/w/src/b.go")).toBe("off");
});

test("an open file goes by its language mode, whatever its ending", async () => {
  editor.open.push(documentOf(address("file", "/w/prod.ts"), "dotenv"));
  expect(await againstHit("/w/prod.ts")).toBe("off");
});

test("a new file that is to be saved in an ignored folder is ignored, one without a place is not", async () => {
  const reasons = ["/w/private/new.ts", "/w/src/new.ts", "Untitled-1"].map((path) =>
    gate.reasonAgainst(documentOf(address("untitled", path), "typescript")),
  );
  expect(await Promise.all(reasons)).toEqual(["ignored", undefined, undefined]);
});

test("no path of the machine is sent", () => {
  expect(sentPath(address("file", "/w/src/a.ts"))).toBe("src/a.ts");
  expect(sentPath(address("vscode-notebook-cell", "/w/book.ipynb"))).toBe("book.ipynb");
  expect(sentPath(address("untitled", "/home/ana/new.ts"))).toBe("new.ts");
  expect(sentPath(address("untitled", "Untitled-1"))).toBe("Untitled-1");
});
