import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import type { ChangeSource } from "../../../src/extension/agent/editor/agentEditor.ts";
import { WindowEditor } from "../../../src/extension/agent/editor/windowEditor.ts";
import { reviewCommands } from "../../../src/extension/editing/review/reviewCommands.ts";
import type { FakeEditor } from "../../support/fakeEditor.ts";

const fake = vi.hoisted(() => ({ editor: undefined as FakeEditor | undefined }));

vi.mock("vscode", async () => {
  const { FakeEditor: Editor } = await import("../../support/fakeEditor.ts");
  fake.editor = new Editor();
  return fake.editor.api;
});

const nothing = () => Promise.resolve();
const before = "1\n2\n3\n4\n5\n";
const after = "one\n2\n3\n4\nfive\n";

test("Next Change and Previous Change go through each file, from file to file, past a deleted one", async () => {
  const { Uri } = await import("vscode");
  const folder = mkdtempSync(join(tmpdir(), "steps-"));
  const window = new WindowEditor((path) => Uri.file(path));
  onTestFinished(() => {
    window.dispose();
    rmSync(folder, { recursive: true });
  });
  const [first, gone, last] = ["a.ts", "gone.ts", "b.ts"].map((name) => join(folder, name));
  for (const path of [first, last]) {
    writeFileSync(path ?? "", after);
  }
  const source: ChangeSource = {
    placeTexts: () => Promise.resolve({ before, after }),
    keepPlaces: nothing,
    undoWhole: () => Promise.resolve(false),
    undoPlaces: nothing,
    refresh: nothing,
  };
  const { nextChange, previousChange } = reviewCommands(() => [window.reviews]);
  const visited = async (step: typeof nextChange, count: number) => {
    const places: (string | undefined)[] = [];
    for (let index = 0; index < count; index += 1) {
      await step();
      places.push(fake.editor?.place);
    }
    return places;
  };
  expect(await visited(nextChange, 1)).toEqual([undefined]);
  window.trackChanges(
    source,
    [first, gone, last].map((path) => path ?? ""),
  );
  expect(fake.editor?.ran).toContainEqual(["setContext", "aiHub.agentChanges", true]);
  expect(await visited(nextChange, 5)).toEqual(["a.ts:0", "a.ts:4", "b.ts:0", "b.ts:4", "a.ts:0"]);
  expect(await visited(previousChange, 3)).toEqual(["b.ts:4", "b.ts:0", "a.ts:4"]);
  window.trackChanges(source, []);
  await expect
    .poll(() => fake.editor?.ran)
    .toContainEqual(["setContext", "aiHub.agentChanges", false]);
});
