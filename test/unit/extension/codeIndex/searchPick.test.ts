import { expect, test, vi } from "vitest";

import type { CodeIndexState } from "../../../../src/extension/codeIndex/codeSearch.ts";
import type { CodeAnswer } from "../../../../src/extension/codeIndex/indexSession.ts";
import { showSearchPick } from "../../../../src/extension/codeIndex/searchPick.ts";
import { Emitter } from "../../../../src/shared/emitter.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const editor = vi.hoisted(() => ({
  items: [] as readonly { readonly label: string }[],
  typing: undefined as ((value: string) => void) | undefined,
  never: () => ({ dispose: () => undefined }),
}));

vi.mock("vscode", () => ({
  l10n: { t: (text: string, ...values: readonly string[]) => text.replace("{0}", values[0] ?? "") },
  ThemeIcon: vi.fn<() => void>(),
  TextEditorSelectionChangeKind: {},
  window: {
    createQuickPick: () => ({
      set items(rows: readonly { readonly label: string }[]) {
        editor.items = rows;
      },
      onDidChangeValue: (listener: (value: string) => void) => {
        editor.typing = listener;
      },
      onDidChangeActive: editor.never,
      onDidTriggerItemButton: editor.never,
      onDidAccept: editor.never,
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

function labels(): readonly string[] {
  return editor.items.map(({ label }) => label);
}
