import { expect, test, vi } from "vitest";

import type { CodeIndexState } from "../../../../src/extension/codeIndex/codeSearch.ts";
import type { CodeAnswer } from "../../../../src/extension/codeIndex/indexSession.ts";
import { showSearchPick } from "../../../../src/extension/codeIndex/searchPick.ts";
import { Emitter } from "../../../../src/shared/base/emitter.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const editor = vi.hoisted(() => ({
  items: [] as readonly { readonly label: string; readonly detail?: string }[],
  accept: undefined as (() => void) | undefined,
  pressTitleButton: undefined as (() => void) | undefined,
  typing: undefined as ((value: string) => void) | undefined,
  never: () => ({ dispose: () => undefined }),
}));

vi.mock("vscode", () => ({
  l10n: { t: (text: string, ...values: readonly string[]) => text.replace("{0}", values[0] ?? "") },
  ThemeIcon: vi.fn<() => void>(),
  TextEditorSelectionChangeKind: {},
  window: {
    createQuickPick: () => ({
      set items(rows: typeof editor.items) {
        editor.items = rows;
      },
      get activeItems() {
        return editor.items.slice(0, 1);
      },
      onDidChangeValue: (listener: (value: string) => void) => {
        editor.typing = listener;
      },
      onDidChangeActive: editor.never,
      onDidTriggerItemButton: editor.never,
      onDidTriggerButton: (listener: () => void) => {
        editor.pressTitleButton = listener;
      },
      onDidAccept: (listener: () => void) => {
        editor.accept = listener;
      },
      hide: () => undefined,
      onDidHide: editor.never,
      show: () => undefined,
    }),
    onDidChangeTextEditorSelection: editor.never,
  },
}));

test("a search that was answered while the index was built is repeated once when it is whole", async () => {
  const clock = new FakeClock();
  const changes = new Emitter<undefined>();
  let state: CodeIndexState["state"] = "building";
  const asked: string[] = [];
  showSearchPick({
    clock,
    addToChat: () => Promise.resolve(),
    rebuild: () => Promise.resolve(),
    search: {
      start: () => undefined,
      onDidChange: changes.event,
      get state(): CodeIndexState {
        return { state, files: 0, leftOut: new Map(), isCut: false, at: undefined };
      },
      search: (query): Promise<CodeAnswer> => {
        asked.push(query);
        const line = { path: "src/net/retry.ts", startLine: 3, text: "retry();", words: ["retry"] };
        const found = state === "ready" ? [line] : [];
        return Promise.resolve({ found, isPartial: true } as unknown as CodeAnswer);
      },
    },
  });
  editor.typing?.("retry");
  clock.advance(1_000);
  const note = "The index is still being built; there may be more.";
  await expect.poll(labels).toEqual(["Nothing fits “retry”.", note]);
  state = "ready";
  changes.fire(undefined);
  await expect.poll(labels).toEqual(["retry.ts:3", note]);
  changes.fire(undefined);
  expect(asked).toEqual(["retry", "retry"]);
});

test("the title's button, which the keyboard reaches, adds the row that is chosen to the chat", async () => {
  const clock = new FakeClock();
  const added: string[] = [];
  editor.items = [];
  const line = { path: "src/net/retry.ts", startLine: 3, text: "retry();", words: ["retry"] };
  showSearchPick({
    clock,
    addToChat: ({ path }) => Promise.resolve(added.push(path)),
    rebuild: () => Promise.resolve(),
    search: {
      start: () => undefined,
      onDidChange: new Emitter<undefined>().event,
      state: { state: "ready", files: 0, leftOut: new Map(), isCut: false, at: undefined },
      search: () => Promise.resolve({ found: [line], isPartial: false } as unknown as CodeAnswer),
    },
  });
  editor.pressTitleButton?.();
  expect(added).toEqual([]);
  editor.typing?.("retry");
  clock.advance(1_000);
  await expect.poll(labels).toEqual(["retry.ts:3"]);
  editor.pressTitleButton?.();
  expect(added).toEqual(["src/net/retry.ts"]);
});

test("a search with an index that stopped, or that is turned off, says which, and Enter builds it again", async () => {
  const clock = new FakeClock();
  let state: CodeIndexState["state"] = "failed";
  let rebuilt = 0;
  showSearchPick({
    clock,
    addToChat: () => Promise.resolve(),
    rebuild: () => {
      rebuilt += 1;
      return Promise.resolve();
    },
    search: {
      start: () => undefined,
      onDidChange: new Emitter<undefined>().event,
      get state(): CodeIndexState {
        return { state, files: 0, leftOut: new Map(), isCut: false, at: undefined };
      },
      search: () => Promise.resolve(undefined),
    },
  });
  editor.typing?.("retry");
  clock.advance(1_000);
  await expect.poll(labels).toEqual(["The code index stopped. Rebuild it to search again."]);
  editor.accept?.();
  expect(rebuilt).toBe(1);
  state = "off";
  editor.typing?.("retries");
  clock.advance(1_000);
  await expect.poll(labels).toEqual(["The code index is turned off (aiHub.index.enabled)."]);
  editor.accept?.();
  expect(rebuilt).toBe(1);
});

test("a search that was lost because the index starts again is repeated when it is whole", async () => {
  const clock = new FakeClock();
  const changes = new Emitter<undefined>();
  let state: CodeIndexState["state"] = "ready";
  const line = { path: "src/net/retry.ts", startLine: 3, text: "retry();", words: ["retry"] };
  const answers: (CodeAnswer | undefined)[] = [
    undefined,
    { found: [line], isPartial: false } as unknown as CodeAnswer,
  ];
  showSearchPick({
    clock,
    addToChat: () => Promise.resolve(),
    rebuild: () => Promise.resolve(),
    search: {
      start: () => undefined,
      onDidChange: changes.event,
      get state(): CodeIndexState {
        return { state, files: 0, leftOut: new Map(), isCut: false, at: undefined };
      },
      search: () => {
        state = answers.length === 2 ? "building" : "ready";
        return Promise.resolve(answers.shift());
      },
    },
  });
  editor.typing?.("retry");
  clock.advance(1_000);
  const note = "The index is still being built; there may be more.";
  await expect.poll(labels).toEqual(["Nothing fits “retry”.", note]);
  state = "ready";
  changes.fire(undefined);
  await expect.poll(labels).toEqual(["retry.ts:3"]);
});

test("where nothing fits, what the index leaves out is said", async () => {
  const clock = new FakeClock();
  const leftOut: CodeIndexState["leftOut"] = new Map([["tooLarge", 41]]);
  showSearchPick({
    clock,
    addToChat: () => Promise.resolve(),
    rebuild: () => Promise.resolve(),
    search: {
      start: () => undefined,
      onDidChange: new Emitter<undefined>().event,
      state: { state: "ready", files: 3, leftOut, isCut: true, at: undefined },
      search: () => Promise.resolve({ found: [], isPartial: false }),
    },
  });
  editor.typing?.("zyzzyva");
  clock.advance(1_000);
  await expect.poll(labels).toEqual(["Nothing fits “zyzzyva”."]);
  expect(editor.items[0]?.detail).toBe(
    "Left out: 41 too large, more files than aiHub.index.maxFiles",
  );
});

function labels(): readonly string[] {
  return editor.items.map(({ label }) => label);
}

test("a row shows the line with the words, never a brace", async () => {
  const clock = new FakeClock();
  const lines = [
    { words: ["retry", "wait"], text: "}\n\nconst wait = 5;\nretry(wait);\nretry();" },
    { words: [], text: "}\n  );\nexport const a = 1;" },
  ].map((found) => ({ path: "a.ts", startLine: 1, ...found }));
  showSearchPick({
    clock,
    addToChat: () => Promise.resolve(),
    rebuild: () => Promise.resolve(),
    search: {
      start: () => undefined,
      onDidChange: new Emitter<undefined>().event,
      state: { state: "ready", files: 1, leftOut: new Map(), isCut: false, at: undefined },
      search: () => Promise.resolve({ found: lines, isPartial: false } as unknown as CodeAnswer),
    },
  });
  editor.typing?.("retry wait");
  clock.advance(1_000);
  await expect
    .poll(() => editor.items.map(({ detail }) => detail))
    .toEqual(["retry(wait);", "export const a = 1;"]);
});
