import { rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { GrowingEdit } from "../../../src/extension/agent/editor/agentEditor.ts";
import { AgentHostLab, quietEditor } from "./agentHostLab.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());

const edits = [{ old_text: "one", new_text: "two" }];
const edit = { calls: [{ tool: "edit_file", args: { path: "a.ts", edits } }] };

const patch =
  "*** Begin Patch\n*** Update File: a.ts\n@@\n-const x = one;\n+const x = two;\n*** End Patch";
const read = { calls: [{ tool: "read_file", args: { path: "a.ts" } }] };

async function run(whenOpened: (folder: string) => void, steps: readonly object[] = [edit]) {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const seen: unknown[] = [];
  const growing = ({ name, before, text }: GrowingEdit) => {
    seen.push(name, before);
    whenOpened(folder);
    return {
      grow: () => undefined,
      end: (isDone: boolean) => Promise.resolve(void seen.push(text(), isDone)),
    };
  };
  const chat = await lab.open(folder, {
    level: "edits",
    usesPatches: steps.length > 1,
    editor: { ...quietEditor, growing },
  });
  chat.send(lab.agents.trajectory([...steps, { text: "Done." }]));
  await chat.ended();
  return seen;
}

test("an edit is shown from the hub's stream until it is done", async () => {
  const [before, after] = ["const x = one;\n", "const x = two;\n"];
  expect(await run(() => undefined)).toEqual(["a.ts", before, after, true]);
});

test("a patch is shown from the hub's stream until it is done", async () => {
  const steps = [read, { calls: [{ tool: "apply_patch", args: { patch } }] }];
  const [before, after] = ["const x = one;\n", "const x = two;\n"];
  expect(await run(() => undefined, steps)).toEqual(["a.ts", before, after, true]);
});

test("a file that is deleted while its edit streams does no harm", async () => {
  const seen = await run((folder) => rmSync(join(folder, "a.ts")));
  expect(seen.at(-1)).toBe(false);
});
