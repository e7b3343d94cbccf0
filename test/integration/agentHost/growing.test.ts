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

async function run(whenOpened: (folder: string) => void) {
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
  const chat = await lab.open(folder, { level: "edits", editor: { ...quietEditor, growing } });
  chat.send(lab.agents.trajectory([edit, { text: "Done." }]));
  await chat.ended();
  return seen;
}

test("an edit is shown from the hub's stream until it is done", async () => {
  const [before, after] = ["const x = one;\n", "const x = two;\n"];
  expect(await run(() => undefined)).toEqual(["a.ts", before, after, true]);
});

test("a file that is deleted while its edit streams does no harm", async () => {
  const seen = await run((folder) => rmSync(join(folder, "a.ts")));
  expect(seen.at(-1)).toBe(false);
});
