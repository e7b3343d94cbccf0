import { beforeEach, expect, test, vi } from "vitest";

import type { IndexCalls, OpenParams } from "../../../../src/codeIndex/indexCalls.ts";
import type { CodeHit } from "../../../../src/codeIndex/searchCode.ts";
import { CodeSearch } from "../../../../src/extension/codeIndex/codeSearch.ts";
import { deferred } from "../../../support/deferred.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const editor = vi.hoisted(() => ({
  never: (): { readonly dispose: () => void } => ({ dispose: () => undefined }),
  uri: (path: string): object => ({
    path,
    fsPath: path,
    scheme: "file",
    toString: () => `file://${path}`,
  }),
  isTrusted: true,
  trust: [] as (() => void)[],
  isFull: false,
}));

vi.mock("vscode", () => ({
  RelativePattern: vi.fn<() => void>(),
  Uri: {
    joinPath: ({ path }: { readonly path: string }, ...names: readonly string[]) =>
      editor.uri([path, ...names].join("/")),
  },
  workspace: {
    workspaceFolders: ["/w", "/w/inner"].map((path, index) => ({
      uri: editor.uri(path),
      name: path,
      index,
    })),
    get isTrusted() {
      return editor.isTrusted;
    },
    asRelativePath: ({ path }: { readonly path: string }) => path,
    createFileSystemWatcher: () => ({
      onDidChange: editor.never,
      onDidCreate: editor.never,
      onDidDelete: editor.never,
      ...editor.never(),
    }),
    onDidChangeTextDocument: editor.never,
    onDidCloseTextDocument: editor.never,
    onDidChangeWorkspaceFolders: editor.never,
    onDidGrantWorkspaceTrust: (listener: () => void) => {
      editor.trust.push(listener);
      return editor.never();
    },
    fs: {
      createDirectory: () =>
        editor.isFull ? Promise.reject(new Error("No space is left.")) : Promise.resolve(),
      writeFile: () => Promise.resolve(),
      readDirectory: () => Promise.resolve([]),
    },
  },
}));

beforeEach(() => {
  editor.isTrusted = true;
  editor.isFull = false;
  editor.trust = [];
});

/** A search over folders whose index finds `hits`, with what was asked to open them. */
function setUp(
  hits: Readonly<Record<string, readonly Partial<CodeHit>[]>> = {},
  looked: Promise<unknown> = Promise.resolve(),
) {
  const clock = new FakeClock();
  const opened: OpenParams[] = [];
  const state = { files: 1, read: 1, leftOut: [], isCut: false, bytes: 1 };
  const calls: Partial<IndexCalls> = {
    open: (params) => {
      opened.push(params);
      return Promise.resolve();
    },
    refresh: () => looked.then(() => state),
    progress: ({ folder }) => Promise.resolve({ done: folder === "/w" ? 32 : 0, all: 50 }),
    search: ({ folder }) =>
      Promise.resolve({ hits: (hits[folder] ?? []) as readonly CodeHit[], isPartial: false }),
    close: () => Promise.resolve(),
  };
  const search = new CodeSearch({
    start: () =>
      Promise.resolve({
        calls: calls as IndexCalls,
        ended: new Promise(() => undefined),
        dispose: () => undefined,
      }),
    keyOf: ({ path }) => path,
    files: { reasonAgainst: () => Promise.resolve(undefined) } as never,
    settings: {
      isEnabled: () => true,
      maxFiles: () => 100,
      exclude: () => [],
      onDidChange: editor.never,
    },
    storage: editor.uri("/storage") as never,
    clock,
  });
  return { search, opened, clock };
}

test("a file that two folders have, one inside the other, is found once", async () => {
  const { search } = setUp({
    "/w": [
      { path: "inner/a.ts", startLine: 1, score: 3 },
      { path: "inner/a.ts", startLine: 40, score: 1.5 },
      { path: "b.ts", startLine: 5, score: 1 },
    ],
    "/w/inner": [{ path: "a.ts", startLine: 1, score: 2 }],
  });
  const answer = await search.search("a", { limit: 10 });
  expect(answer?.found.map(({ path, startLine }) => [path, startLine])).toEqual([
    ["/w/inner/a.ts", 1],
    ["/w/inner/a.ts", 40],
    ["/w/b.ts", 5],
  ]);
  search.dispose();
});

test("while it is built it says how far it is, and nothing wakes it afterwards", async () => {
  const whole = deferred<undefined>();
  const { search, clock } = setUp({}, whole.promise);
  const told: unknown[] = [];
  search.onDidChange(() => told.push(search.state.looked));
  search.start();
  await expect.poll(() => clock.pendingTimers).toBe(1);
  expect(search.state).toMatchObject({ state: "building", looked: undefined });
  clock.advance(500);
  await expect.poll(() => told.at(-1)).toEqual({ done: 32, all: 100 });
  whole.resolve(undefined);
  await expect.poll(() => search.state.state).toBe("ready");
  expect(clock.pendingTimers).toBe(0);
  search.dispose();
});

test("where nothing can be written, the index is kept in memory and finds the same", async () => {
  editor.isFull = true;
  const { search, opened } = setUp({ "/w": [{ path: "b.ts", startLine: 5, score: 1 }] });
  const answer = await search.search("b", { limit: 10 });
  expect(answer?.found.map(({ path }) => path)).toEqual(["/w/b.ts"]);
  expect(opened.map(({ data }) => data)).toEqual([undefined, undefined]);
  search.dispose();
});

test("the history of a folder counts from the search after it is trusted", async () => {
  editor.isTrusted = false;
  const { search, opened } = setUp();
  await search.search("a", { limit: 10 });
  expect(opened.map(({ usesHistory }) => usesHistory)).toEqual([false, false]);
  editor.isTrusted = true;
  for (const tell of editor.trust) {
    tell();
  }
  await expect.poll(() => search.state.state).toBe("idle");
  await search.search("a", { limit: 10 });
  expect(opened.slice(2).map(({ usesHistory }) => usesHistory)).toEqual([true, true]);
  search.dispose();
});
