import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";
import { EditorWorkspace } from "../../../src/extension/agent/editor/editorWorkspace.ts";
import { WindowEditor } from "../../../src/extension/agent/editor/windowEditor.ts";
import type { RunFiles } from "../../../src/extension/agent/runs/runFiles.ts";
import { reviewCommands } from "../../../src/extension/editing/review/reviewCommands.ts";
import type { FakeDocument } from "../../support/fakeDocument.ts";
import type { FakeEditor } from "../../support/fakeEditor.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const fake = vi.hoisted(() => ({ editor: undefined as FakeEditor | undefined }));

vi.mock("vscode", async () => {
  const { FakeEditor: Editor } = await import("../../support/fakeEditor.ts");
  fake.editor = new Editor();
  return fake.editor.api;
});

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());
beforeEach(() => editor().close());

function editor(): FakeEditor {
  if (!fake.editor) {
    throw new Error("No editor");
  }
  return fake.editor;
}

const before = "1\n2\n3\n4\n5\n6\n7\n";
const after = "one\n2\n3\nfour\n5\n6\nseven\n";

const threeEdits = [
  { old_text: "1\n", new_text: "one\n" },
  { old_text: "4\n", new_text: "four\n" },
  { old_text: "7\n", new_text: "seven\n" },
];

/** A file whose three lines a run changed, open in the editor. */
class Places {
  readonly document: FakeDocument;
  readonly files: RunFiles;
  readonly changes: () => readonly { readonly added: number }[];
  readonly text: () => string;
  readonly folder: string;
  readonly window: WindowEditor;
  /** Deletes the conversation. */
  readonly forget: () => Promise<void>;
  readonly #commands: ReturnType<typeof reviewCommands>;

  private constructor(
    parts: Pick<Places, "document" | "files" | "changes" | "text" | "folder" | "forget">,
    window: WindowEditor,
  ) {
    this.folder = parts.folder;
    this.forget = parts.forget;
    this.window = window;
    this.document = parts.document;
    this.files = parts.files;
    this.changes = parts.changes;
    this.text = parts.text;
    this.#commands = reviewCommands(() => [window.reviews]);
  }

  static async open(
    isOpenBefore = true,
    edits: readonly object[] = threeEdits,
    beside?: Places,
  ): Promise<Places> {
    const { Uri } = await import("vscode");
    const folder = beside?.folder ?? lab.agents.folder({ "a.ts": before });
    const path = join(realpathSync(folder), "a.ts");
    if (isOpenBefore) {
      editor().open(path);
    }
    const window = beside?.window ?? new WindowEditor((one) => Uri.file(one));
    const chat = await lab.open(folder, {
      level: "edits",
      editor: window,
      machine: (_editor, usual) => ({
        ...usual,
        openWorkspace: async () =>
          new EditorWorkspace(await NodeWorkspace.open(folder), (one) => Uri.file(one)),
      }),
    });
    const step = { calls: [{ tool: "edit_file", args: { path: "a.ts", edits } }] };
    chat.send(lab.agents.trajectory([step, { text: "Done." }]));
    await chat.ended();
    const files = await chat.agent.files(chat.id);
    if (!files) {
      throw new Error("No files");
    }
    await files.refresh();
    await files.review("a.ts");
    return new Places(
      {
        document: editor().open(path),
        files,
        changes: () => chat.agent.view(chat.id).changes,
        text: () => lab.agents.read(folder, "a.ts"),
        folder,
        forget: () => chat.agent.forget(chat.id),
      },
      window,
    );
  }

  /** The rows of the places that are shown. */
  get rows(): readonly number[] {
    return editor()
      .lenses(this.document)
      .filter(({ title }) => title === "$(check)\u00a0Keep")
      .map(({ row }) => row);
  }

  async keep(row: number): Promise<void> {
    await this.#commands.acceptChange(...this.#link(row, "$(check)\u00a0Keep"));
  }

  async undo(row: number): Promise<void> {
    await this.#commands.rejectChange(...this.#link(row, "$(discard)\u00a0Undo"));
    this.document.reload();
    await this.files.refresh();
  }

  async press(
    command: "acceptChange" | "rejectChange",
    link: readonly unknown[] = [],
  ): Promise<void> {
    await this.#commands[command](...link);
    await this.files.refresh();
  }

  async undoAll(): Promise<void> {
    await this.#commands.rejectAllChanges(this.document.uri.toString());
    this.document.reload();
  }

  /** The arguments of the link above a row. */
  #link(row: number, title: string): readonly unknown[] {
    const link = editor()
      .lenses(this.document)
      .find((one) => one.row === row && one.title === title);
    if (!link) {
      throw new Error("There is no such link");
    }
    return link.arguments ?? [];
  }
}

test.for([true, false])("each place of a run is shown, open before: %j", async (isOpenBefore) => {
  const places = await Places.open(isOpenBefore);
  await expect.poll(() => places.rows).toEqual([0, 3, 6]);
  expect(editor().lenses(places.document)).toMatchObject([
    { title: "$(check)\u00a0Keep", row: 0 },
    { title: "$(discard)\u00a0Undo", row: 0 },
    { row: 3 },
    { row: 3 },
    { row: 6 },
    { row: 6 },
    { title: "$(check-all)\u00a0Keep all ({0})", row: 0 },
    { title: "$(discard)\u00a0Undo all", row: 0 },
    { title: "$(diff)\u00a0Compare side by side", row: 0 },
  ]);
  expect(editor().ran).toContainEqual(["setContext", "aiHub.runChanges", true]);
});

test("one place is undone in the file, and the rest of the file goes back exactly", async () => {
  const places = await Places.open();
  await places.undo(3);
  expect(places.text()).toBe("one\n2\n3\n4\n5\n6\nseven\n");
  expect(places.changes()).toMatchObject([{ added: 2, removed: 2, isChangedSince: false }]);
  await expect.poll(() => places.rows).toEqual([0, 6]);
  await places.files.undo(["a.ts"]);
  expect(places.text()).toBe(before);
  expect(places.changes()).toEqual([]);
});

test("one place is kept: undoing the file leads back to it, and not before it", async () => {
  const places = await Places.open();
  await places.keep(0);
  expect(places.text()).toBe(after);
  expect(places.changes()).toMatchObject([{ added: 2, removed: 2, isChangedSince: false }]);
  await places.files.undo(["a.ts"]);
  expect(places.text()).toBe("one\n2\n3\n4\n5\n6\n7\n");
  expect(places.changes()).toEqual([]);
});

test("when each place is decided, the file leaves the list", async () => {
  const places = await Places.open();
  await places.keep(0);
  await expect.poll(() => places.rows).toEqual([3, 6]);
  await places.undo(3);
  await expect.poll(() => places.rows).toEqual([6]);
  await places.keep(6);
  expect(places.text()).toBe("one\n2\n3\n4\n5\n6\nseven\n");
  expect(places.changes()).toEqual([]);
  expect(places.rows).toEqual([]);
});

test("all places undone in the editor are the file as it was", async () => {
  const places = await Places.open();
  await places.undoAll();
  expect(places.text()).toBe(before);
  expect(places.changes()).toEqual([]);
});

test("the places move with what the person types; undoing one does not save the file", async () => {
  const places = await Places.open();
  places.document.type(`mine\n${after}`);
  expect(places.rows).toEqual([1, 4, 7]);
  await places.undo(4);
  expect(places.document.getText()).toBe("mine\none\n2\n3\n4\n5\n6\nseven\n");
  expect([places.document.isDirty, places.text()]).toEqual([true, after]);
  await places.document.save();
  await expect.poll(() => places.changes()).toMatchObject([{ isChangedSince: true }]);
  await places.files.undo(undefined);
  expect(places.text()).toContain("mine");
});

test("after the person's own lines are saved, a place is kept without them", async () => {
  const places = await Places.open();
  places.document.type(`mine\n${after}`);
  await places.document.save();
  await places.keep(1);
  await places.files.undo(["a.ts"], true);
  expect(places.text()).toBe("one\n2\n3\n4\n5\n6\n7\n");
});

test("a line that the person changed is no place any more, and is never undone by its place", async () => {
  const places = await Places.open();
  places.document.type(after.replace("four", "four, mine"));
  expect(places.rows).toEqual([0, 6]);
  await places.undoAll();
  expect(places.document.getText()).toBe("1\n2\n3\nfour, mine\n5\n6\n7\n");
});

test("a file that another program changed since is compared, not opened at its places", async () => {
  const places = await Places.open();
  editor().close();
  writeFileSync(places.document.uri.path, `${after}more\n`);
  await places.files.refresh();
  editor().ran.length = 0;
  await places.files.review("a.ts");
  expect(editor().ran.map(([command]) => command)).toContain("vscode.diff");
});

test("a link that was drawn before another place was decided still decides about its own", async () => {
  const places = await Places.open();
  const [first, , third] = editor()
    .lenses(places.document)
    .filter(({ title }) => title === "$(discard)\u00a0Undo");
  await places.undo(3);
  await places.press("rejectChange", third?.arguments);
  expect(places.text()).toBe("one\n2\n3\n4\n5\n6\n7\n");
  await places.press("acceptChange", first?.arguments);
  expect(places.changes()).toEqual([]);
});

test("of two chats that changed a file, the last one's places are shown, and then those of the first", async () => {
  const first = await Places.open();
  const second = await Places.open(true, [{ old_text: "5\n", new_text: "five\n" }], first);
  second.document.reload();
  await expect.poll(() => second.rows).toEqual([4]);
  await first.files.refresh();
  expect(first.changes()).toMatchObject([{ isChangedSince: true }]);
  expect(second.rows).toEqual([4]);
  await second.undo(4);
  expect(second.changes()).toEqual([]);
  await first.files.refresh();
  await expect.poll(() => first.rows).toEqual([0, 3, 6]);
  await first.undo(3);
  expect(first.text()).toBe("one\n2\n3\n4\n5\n6\nseven\n");
});

test("the places of a deleted conversation are no longer shown, and the file stays", async () => {
  const places = await Places.open();
  await expect.poll(() => places.rows).toEqual([0, 3, 6]);
  await places.forget();
  expect(places.rows).toEqual([]);
  expect(places.changes()).toEqual([]);
  await places.files.refresh();
  expect(places.rows).toEqual([]);
  expect(places.text()).toBe(after);
});
