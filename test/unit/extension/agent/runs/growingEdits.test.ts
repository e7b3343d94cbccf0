import { expect, test } from "vitest";

import type { Workspace } from "../../../../../src/agent/tools/base/workspace.ts";
import type { GrowingEdit } from "../../../../../src/extension/agent/editor/agentEditor.ts";
import { GrowingEdits } from "../../../../../src/extension/agent/runs/growingEdits.ts";

const json = JSON.stringify({
  path: "a.ts",
  edits: [{ old_text: "one\n", new_text: "1\n2\n" }],
});

/** Reports what a person sees: each text of the comparison, and its end. */
function open(file: string | undefined, isShown = true) {
  const seen: string[] = [];
  const timers = new Set<() => void>();
  const runTimers = async () => {
    const due = [...timers];
    timers.clear();
    due.forEach((run) => run());
    await settled();
  };
  const workspace = {
    locate: (path: string) =>
      Promise.resolve({ shown: path, real: `/w/${path}`, isInside: !path.startsWith("/") }),
    read: () =>
      Promise.resolve(file === undefined ? { problem: "missing" } : { text: file, hash: "" }),
    // Only what a comparison reads.
  } as unknown as Workspace;
  const growing = (edit: GrowingEdit) => {
    seen.push(`opens ${edit.path}`);
    return {
      grow: () => void seen.push(edit.text()),
      end: (isDone: boolean) => Promise.resolve(void seen.push(`ends ${isDone}`)),
    };
  };
  const edits = new GrowingEdits({
    clock: { now: () => 0, startTimer: (run) => (timers.add(run), () => timers.delete(run)) },
    editor: { growing },
    workspace,
    isShown: () => isShown,
  });
  const pieces = async (name: string, text: string, ends: readonly number[]) => {
    for (const end of ends) {
      edits.grow({ name, json: text.slice(0, end) });
      await runTimers();
    }
  };
  return { edits, seen, pieces, runTimers };
}

/** All promises that need no timer. */
async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

test("an edit's difference grows with its text, and the file takes its place when it is done", async () => {
  const { edits, seen, pieces } = open("one\nrest\n");
  await pieces("edit_file", json, [10, 55, json.length - 6, json.length]);
  const args = JSON.parse(json) as Record<string, unknown>;
  edits.see({ type: "call", id: "c1", step: 1, tool: "edit_file", args });
  edits.see({ type: "result", id: "other", state: "done", text: "" });
  edits.see({ type: "result", id: "c1", state: "done", text: "" });
  await edits.end();
  expect(seen).toEqual(["opens /w/a.ts", "1\n2rest\n", "1\n2\nrest\n", "ends true"]);
});

test("a piece that waits to be drawn does not open the difference again after the edit", async () => {
  const { edits, seen, runTimers } = open("one\nrest\n");
  edits.grow({ name: "edit_file", json });
  const args = JSON.parse(json) as Record<string, unknown>;
  edits.see({ type: "call", id: "c1", step: 1, tool: "edit_file", args });
  edits.see({ type: "result", id: "c1", state: "done", text: "" });
  await settled();
  await runTimers();
  await edits.end();
  expect(seen).toEqual(["opens /w/a.ts", "1\n2\nrest\n", "ends true"]);
});

test("a new file grows, and a run that ends meanwhile closes the comparison", async () => {
  const { edits, seen, pieces } = open(undefined);
  await pieces("write_file", '{"path":"new.ts","content":"a\\nb', [20, 32]);
  await edits.end();
  expect(seen).toEqual(["opens /w/new.ts", "a\nb", "ends false"]);
});

test.each([
  ["a conversation that nobody sees", json, false, "edit_file"],
  ["a file outside", json.replace("a.ts", "/etc/a"), true, "edit_file"],
  ["another tool", json, true, "run_command"],
])("nothing opens for %s", async (_, text, isShown, name) => {
  const { edits, seen, pieces } = open("one\n", isShown);
  await pieces(name, text, [text.length]);
  await edits.end();
  expect(seen).toEqual([]);
});
