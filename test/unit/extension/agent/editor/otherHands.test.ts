import { expect, test, vi } from "vitest";

import { watchEditor } from "../../../../../src/extension/agent/editor/otherHands.ts";

const editor = vi.hoisted(() => {
  const listeners = new Map<string, (event: unknown) => void>();
  const event = (name: string) => (listener: (event: unknown) => void) => {
    listeners.set(name, listener);
    return { dispose: () => listeners.delete(name) };
  };
  return { listeners, event };
});

vi.mock("vscode", () => ({
  workspace: {
    onDidSaveTextDocument: editor.event("save"),
    onDidSaveNotebookDocument: editor.event("saveNotebook"),
    onDidCreateFiles: editor.event("create"),
    onDidDeleteFiles: editor.event("delete"),
    onDidRenameFiles: editor.event("rename"),
  },
  Disposable: {
    from: (...parts: readonly { dispose: () => void }[]) => ({
      dispose: () => parts.forEach((part) => part.dispose()),
    }),
  },
}));

const file = (fsPath: string) => ({ scheme: "file", fsPath });

test("what the person saves, makes, renames and deletes in the editor is theirs until the end", () => {
  const hands = watchEditor();
  const tell = (name: string, event: unknown) => editor.listeners.get(name)?.(event);
  tell("save", { uri: file("/w/a") });
  tell("save", { uri: { scheme: "untitled", fsPath: "/w/untitled" } });
  tell("saveNotebook", { uri: file("/w/b") });
  tell("create", { files: [file("/w/c")] });
  tell("delete", { files: [file("/w/d")] });
  tell("rename", { files: [{ oldUri: file("/w/e"), newUri: file("/w/f") }] });
  expect(hands.paths()).toEqual(["/w/a", "/w/b", "/w/c", "/w/d", "/w/e", "/w/f"]);
  hands.stop();
  expect(editor.listeners.size).toBe(0);
});
