import { beforeEach, expect, test, vi } from "vitest";

import { mayGiveChanges } from "../../../../../src/extension/editing/commit/agreement.ts";

const editor = vi.hoisted(() => ({
  answer: undefined as string | undefined,
  asked: [] as { readonly text: string; readonly isModal: boolean }[],
}));

vi.mock("vscode", () => ({
  l10n: { t: (text: string, value = "") => text.replace("{0}", value) },
  window: {
    showInformationMessage: (text: string, { modal }: { readonly modal?: boolean }) => {
      editor.asked.push({ text, isModal: modal === true });
      return Promise.resolve(editor.answer);
    },
  },
}));

const kept = new Map<string, unknown>();
const memory = {
  keys: () => [...kept.keys()],
  get: (key: string) => kept.get(key),
  update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
} as unknown as Parameters<typeof mayGiveChanges>[0];

const root = (path: string) =>
  ({ path, toString: () => `file://${path}` }) as Parameters<typeof mayGiveChanges>[1];

beforeEach(() => {
  editor.answer = undefined;
  editor.asked.length = 0;
  kept.clear();
});

test("the changes of a repository go nowhere before the person agreed, and a no is asked again", async () => {
  expect(await mayGiveChanges(memory, root("/work/shop"), "commitMessage")).toBe(false);
  expect(await mayGiveChanges(memory, root("/work/shop"), "commitMessage")).toBe(false);
  const text = "Send the changes of shop to the model for a commit message?";
  expect(editor.asked).toEqual([
    { text, isModal: true },
    { text, isModal: true },
  ]);
});

test("a yes is asked for once in each repository", async () => {
  editor.answer = "Send them";
  expect(await mayGiveChanges(memory, root("/work/shop"), "commitMessage")).toBe(true);
  expect(await mayGiveChanges(memory, root("/work/shop"), "commitMessage")).toBe(true);
  expect(editor.asked).toHaveLength(1);
  editor.answer = undefined;
  expect(await mayGiveChanges(memory, root("/work/other"), "commitMessage")).toBe(false);
});
