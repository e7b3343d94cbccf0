import { join } from "node:path";

import { afterEach, expect, test, vi } from "vitest";
import type { TextDocument, WorkspaceFolder } from "vscode";

import type { IndexCalls } from "../../../src/codeIndex/indexCalls.ts";
import { IndexedFolders } from "../../../src/codeIndex/indexedFolders.ts";
import { nodePlace } from "../../../src/codeIndexNode/nodePlace.ts";
import { FolderWatch } from "../../../src/extension/codeIndex/folderWatch.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { setUpFolder } from "./indexedFolder.ts";

const editor = vi.hoisted(() => ({
  listeners: new Set<(change: unknown) => void>(),
  closing: new Set<(document: unknown) => void>(),
  into: (listeners: Set<(value: unknown) => void>) => (listener: (value: unknown) => void) => {
    listeners.add(listener);
    return { dispose: () => void listeners.delete(listener) };
  },
  never: () => ({ dispose: () => undefined }),
  folders: [] as readonly { readonly uri: { readonly path: string } }[],
}));

vi.mock("vscode", () => {
  return {
    RelativePattern: vi.fn<() => void>(),
    workspace: {
      createFileSystemWatcher: () => ({
        onDidChange: editor.never,
        onDidCreate: editor.never,
        onDidDelete: editor.never,
        dispose: () => undefined,
      }),
      onDidChangeTextDocument: editor.into(editor.listeners),
      onDidCloseTextDocument: editor.into(editor.closing),
      getWorkspaceFolder: ({ path }: { readonly path: string }) =>
        editor.folders.find(({ uri }) => path.startsWith(`${uri.path}/`)),
    },
  };
});

const first = setUpFolder();
const second = setUpFolder();
const watches: FolderWatch[] = [];

afterEach(() => {
  watches.splice(0).forEach((watch) => watch.dispose());
});

test("with several folders, unsaved text is found in its own folder only, until it is closed unsaved", async () => {
  const clock = new FakeClock();
  const { calls } = new IndexedFolders({
    placeOf: (params) => nodePlace({ ...params, environment: {}, now: Date.now }),
    clock: systemClock,
  });
  const codes = [first.code, second.code];
  editor.folders = codes.map((path) => ({ uri: uriOf(path) }));
  for (const folder of [first, second]) {
    folder.write("src/same.ts", "export const saved = 1;\n");
    await openAndWatch(calls, folder.code, clock);
  }
  const document = documentOf(join(second.code, "src/same.ts"), "export const typedNow = 2;\n");
  editor.listeners.forEach((listener) => listener({ document }));
  clock.advance(2_000);
  await expect.poll(() => found(calls, "typedNow")).toEqual([[], ["src/same.ts"]]);
  expect(await found(calls, "saved")).toEqual([["src/same.ts"], []]);
  editor.closing.forEach((listener) => listener(document));
  await expect.poll(() => found(calls, "saved")).toEqual([["src/same.ts"], ["src/same.ts"]]);
  expect(await found(calls, "typedNow")).toEqual([[], []]);
  await calls.close();
});

async function openAndWatch(calls: IndexCalls, code: string, clock: FakeClock): Promise<void> {
  await calls.open({ folder: code, usesHistory: false, maxFiles: 100, exclude: [] });
  await calls.refresh({ folder: code });
  watches.push(
    new FolderWatch({
      folder: { uri: uriOf(code), name: code, index: 0 } as unknown as WorkspaceFolder,
      key: code,
      calls,
      clock,
      onRules: () => undefined,
      onState: () => undefined,
      onFailure: () => undefined,
    }),
  );
}

/** The paths that each folder finds. */
async function found(calls: IndexCalls, query: string): Promise<readonly (readonly string[])[]> {
  const answers = [first.code, second.code].map(async (folder) => {
    const { hits } = await calls.search({ folder, query, limit: 5 });
    return hits.map(({ path }) => path);
  });
  return await Promise.all(answers);
}

function documentOf(path: string, text: string): TextDocument {
  // The part of a document that the index looks at.
  const document = { uri: uriOf(path), isDirty: true, getText: () => text };
  return document as unknown as TextDocument;
}

function uriOf(path: string) {
  return { scheme: "file", path, toString: () => `file://${path}` };
}
