import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type {
  AgentEditor,
  NamedFile,
  RestorePlan,
} from "../../../src/extension/agent/editor/agentEditor.ts";
import { AgentHostLab, quietEditor } from "./agentHostLab.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());

const editStep = {
  text: "I change it.",
  calls: [
    { tool: "edit_file", args: { path: "a.ts", edits: [{ old_text: "one", new_text: "two" }] } },
  ],
};
test("what a run changed can be looked at, undone, kept, restored and redone, also in another window", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n", "b.ts": "b\n" });
  const shown: unknown[] = [];
  const editor: AgentEditor = {
    ...quietEditor,
    showChanges: (changes) => Promise.resolve(void shown.push(changes)),
    askRestore: (plan) => {
      shown.push(plan);
      return quietEditor.askRestore(plan);
    },
  };
  const chat = await lab.open(folder, { level: "edits", editor });
  const write = { tool: "write_file", args: { path: "c.ts", content: "new\n" } };
  chat.send(lab.agents.trajectory([editStep, { calls: [write] }, { text: "Done." }]));
  await chat.ended();
  const files = await chat.agent.files(chat.id);
  await files?.refresh();
  expect(chat.agent.view(chat.id).changes).toEqual([
    { path: "a.ts", kind: "changed", added: 1, removed: 1, state: "open", isChangedSince: false },
    { path: "c.ts", kind: "new", added: 1, removed: 0, state: "open", isChangedSince: false },
  ]);
  const [checkpoint] = chat.agent.view(chat.id).checkpoints;
  const [question] = chat.session.conversation.messages;
  expect(checkpoint).toMatchObject({ messageId: question?.id, files: 2, isRestored: false });
  await files?.open(["a.ts"]);
  expect(shown).toMatchObject([
    [{ name: "a.ts", before: "const x = one;\n", after: "const x = two;\n" }],
  ]);
  await files?.undo(["a.ts"]);
  expect(lab.agents.read(folder, "a.ts")).toBe("const x = one;\n");
  expect(chat.agent.view(chat.id).changes.map(({ path }) => path)).toEqual(["c.ts"]);
  await chat.session.close();
  const again = await lab.open(folder, { conversations: chat.folder, editor });
  const later = await again.agent.files(again.id);
  expect(again.agent.view(again.id).changes.map(({ path }) => path)).toEqual(["c.ts"]);
  await later?.restore(checkpoint?.id ?? "");
  const removed = { name: "c.ts", isRemoved: true, added: 0, removed: 1, hasOtherChanges: false };
  expect(shown.at(-1)).toMatchObject({ rows: [removed], blocked: [], commits: [] });
  expect(again.agent.view(again.id).checkpoints).toMatchObject([{ isRestored: true }]);
  expect(() => lab.agents.read(folder, "c.ts")).toThrow();
  await later?.redo(checkpoint?.id ?? "");
  expect(lab.agents.read(folder, "c.ts")).toBe("new\n");
  expect(again.agent.view(again.id).checkpoints).toMatchObject([{ isRestored: false }]);
  await later?.keep(undefined);
  expect(again.agent.view(again.id).changes).toEqual([]);
});

test("going back names the commits that stay, and takes along what another hand changed only if it is chosen", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n", "b.ts": "b\n" });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.org", ...args], {
      cwd: folder,
    });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "First");
  const plans: RestorePlan[] = [];
  let chosen: readonly string[] | undefined;
  const editor: AgentEditor = {
    ...quietEditor,
    askRestore: (plan) => {
      plans.push(plan);
      return Promise.resolve(chosen);
    },
  };
  const chat = await lab.open(folder, { level: "edits", editor });
  const write = { tool: "write_file", args: { path: "c.ts", content: "new\n" } };
  chat.send(lab.agents.trajectory([editStep, { calls: [write] }, { text: "Done." }]));
  await chat.ended();
  git("add", "c.ts");
  git("commit", "--quiet", "-m", "Keep c");
  writeFileSync(join(folder, "a.ts"), "mine\n");
  const files = await chat.agent.files(chat.id);
  await files?.refresh();
  const id = chat.agent.view(chat.id).checkpoints[0]?.id ?? "";
  await files?.restore(id);
  expect(plans.at(-1)).toMatchObject({
    rows: [
      { name: "a.ts", added: 1, removed: 1, hasOtherChanges: true },
      { name: "c.ts", isRemoved: true, hasOtherChanges: false },
    ],
    blocked: [],
    commits: [expect.stringMatching(/^[0-9a-f]+ Keep c$/u)],
  });
  expect(lab.agents.read(folder, "a.ts")).toBe("mine\n");
  chosen = [join(folder, "a.ts")];
  await files?.restore(id);
  expect(lab.agents.read(folder, "a.ts")).toBe("const x = one;\n");
  expect(lab.agents.read(folder, "c.ts")).toBe("new\n");
  await files?.redo(id);
  expect(lab.agents.read(folder, "a.ts")).toBe("mine\n");
});

test("going back tells which empty folders were removed", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const told: NamedFile[] = [];
  const editor: AgentEditor = {
    ...quietEditor,
    tellRemovedFolders: (folders) => void told.push(...folders),
  };
  const chat = await lab.open(folder, { level: "edits", editor });
  const args = { command: "mkdir made", purpose: "look" };
  const make = { calls: [{ tool: "run_command", args }] };
  chat.send(lab.agents.trajectory([editStep, make, { text: "Done." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards[0]);
  await expect.poll(() => chat.decide(card.id, true)).toBe("done");
  await chat.ended();
  const files = await chat.agent.files(chat.id);
  await files?.refresh();
  const view = chat.agent.view(chat.id);
  expect(view.changes.map(({ path }) => path)).toEqual(["a.ts"]);
  await files?.restore(view.checkpoints[0]?.id ?? "");
  expect(told).toMatchObject([{ name: "made" }]);
  expect(existsSync(join(folder, "made"))).toBe(false);
});

test("Undo leaves a file whose text in the editor is not saved, until the person wants it all the same", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const told: NamedFile[] = [];
  const editor: AgentEditor = {
    ...quietEditor,
    isUnsaved: (path) => path === join(folder, "a.ts"),
    tellNotUndone: (names) => Promise.resolve(void told.push(...names)),
  };
  const chat = await lab.open(folder, { level: "edits", editor });
  chat.send(lab.agents.trajectory([editStep, { text: "Done." }]));
  await chat.ended();
  const files = await chat.agent.files(chat.id);
  await files?.refresh();
  await files?.undo(undefined);
  expect(told).toEqual([{ name: "a.ts" }]);
  expect(lab.agents.read(folder, "a.ts")).toBe("const x = two;\n");
  await files?.undo(["a.ts"], true);
  expect(lab.agents.read(folder, "a.ts")).toBe("const x = one;\n");
});
