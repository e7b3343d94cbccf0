import { realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ManyFolders } from "../../../src/agent/tools/base/manyFolders.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";
import type { AgentEditor } from "../../../src/extension/agent/editor/agentEditor.ts";
import type { AgentMachine } from "../../../src/extension/agent/runs/agentRuns.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());

const names = ["one", "two", "three", "four", "five"] as const;

function folders(): readonly string[] {
  return names.map((name) => lab.agents.folder({ "a.ts": `const x = "${name}";\n` }));
}

/** A window with these folders. */
function windowOf(places: readonly string[]) {
  return (_: AgentEditor, usual: AgentMachine): AgentMachine => ({
    ...usual,
    openWorkspace: async () => {
      const [first, ...more] = await Promise.all(
        places.map(
          async (place, index) =>
            [names[index] ?? "more", await NodeWorkspace.open(place)] as const,
        ),
      );
      return first && new ManyFolders(first, ...more);
    },
  });
}

function edit(name: string): { readonly tool: string; readonly args: object } {
  const edits = [{ old_text: name, new_text: `${name} changed` }];
  return { tool: "edit_file", args: { path: `${name}/a.ts`, edits } };
}

test("all five folders of a workspace are worked on, with one way back", async () => {
  const places = folders();
  const machine = windowOf(places);
  const clock = new FakeClock();
  const chat = await lab.open(places[0] ?? "", { level: "edits", machine, clock });
  const command = { command: "node -p 'process.cwd()' > here", purpose: "See", cwd: "four" };
  chat.send(
    lab.agents.trajectory([
      { calls: [{ tool: "search_text", args: { query: "const x" } }] },
      { expect: "five/a\\.ts", calls: names.map(edit) },
      { calls: [{ tool: "run_command", args: command }] },
      { text: "Done." },
    ]),
  );
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  expect(card).toMatchObject({ kind: "command", folder: "four" });
  clock.advance(500);
  chat.decide(card.id, true);
  expect((await chat.ended()).state).toBe("complete");
  const contents = () => places.map((place) => lab.agents.read(place, "a.ts"));
  expect(contents()).toEqual(names.map((name) => `const x = "${name} changed";\n`));
  const fourth = places[3] ?? "";
  expect(lab.agents.read(fourth, "here").trim()).toBe(realpathSync(fourth));
  const files = await chat.agent.files(chat.id);
  await files?.refresh();
  const { changes, checkpoints } = chat.agent.view(chat.id);
  expect(changes.map(({ path }) => path).toSorted()).toEqual(
    [...names.map((name) => `${name}/a.ts`), "four/here"].toSorted(),
  );
  await files?.restore(checkpoints[0]?.id ?? "");
  expect(contents()).toEqual(names.map((name) => `const x = "${name}";\n`));
  expect(() => lab.agents.read(fourth, "here")).toThrow();
});

test("each folder is held: a window with one of them waits, and the rules of the five are not those of one", async () => {
  const places = folders();
  const clock = new FakeClock();
  const chat = await lab.open(places[0] ?? "", { machine: windowOf(places), clock });
  const storage = join(chat.folder, "agent");
  const second = places[1] ?? "";
  const command = { command: "git --version", purpose: "See", cwd: "two" };
  chat.send(
    lab.agents.trajectory([{ calls: [{ tool: "run_command", args: command }] }, { text: "Done." }]),
  );
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  const other = await lab.open(second, { storage });
  other.send(lab.agents.trajectory([{ text: "Done." }]));
  expect((await other.ended()).parts).toMatchObject([{ text: "Elsewhere." }]);
  clock.advance(500);
  chat.decide(card.id, true, { ruleId: "exact" });
  await chat.ended();
  await other.agent.ended();
  const alone = await lab.open(second, { storage });
  alone.send(
    lab.agents.trajectory([
      { calls: [{ tool: "run_command", args: { ...command, cwd: "." } }] },
      { text: "Done." },
    ]),
  );
  expect(await alone.until(() => alone.agent.view(alone.id).cards.at(0))).toMatchObject({
    command: "git --version",
  });
  alone.session.stop();
  await alone.ended();
});

test("a folder that is held later leaves those before it free", async () => {
  const places = folders();
  const second = places[1] ?? "";
  const clock = new FakeClock();
  const holder = await lab.open(second, { clock });
  const storage = join(holder.folder, "agent");
  const wait = {
    calls: [{ tool: "ask_person", args: { question: "Which?", options: ["a", "b"] } }],
  };
  holder.send(lab.agents.trajectory([wait, { text: "Done." }]));
  await holder.until(() => holder.agent.view(holder.id).question);
  const many = await lab.open(places[0] ?? "", { storage, machine: windowOf(places), clock });
  many.send(lab.agents.trajectory([{ text: "Done." }]));
  expect((await many.ended()).parts).toMatchObject([{ text: "Elsewhere." }]);
  const first = await lab.open(places[0] ?? "", { storage });
  first.send(lab.agents.trajectory([{ text: "Done." }]));
  expect((await first.ended()).parts).toMatchObject([{ text: "Done." }]);
  holder.session.stop();
  await holder.ended();
});

test("a folder that is in the workspace twice, once by a link, is held once", async () => {
  const [place = "", other = ""] = folders();
  const link = join(other, "link");
  symlinkSync(place, link, "junction");
  const chat = await lab.open(place, { machine: windowOf([place, link]) });
  chat.send(lab.agents.trajectory([{ text: "Done." }]));
  expect((await chat.ended()).parts).toMatchObject([{ text: "Done." }]);
});

test("a folder that cannot be held leaves those before it free", async () => {
  const places = folders();
  let taken = 0;
  const machine = (editor: AgentEditor, usual: AgentMachine): AgentMachine => ({
    ...windowOf(places)(editor, usual),
    takeFolder: async (place, runId) => {
      taken += 1;
      if (taken === 2) {
        throw new Error("The disk is full");
      }
      return await usual.takeFolder?.(place, runId);
    },
  });
  const chat = await lab.open(places[0] ?? "", { machine });
  chat.send(lab.agents.trajectory([{ text: "Done." }]));
  expect((await chat.ended()).state).toBe("failed");
  chat.send(lab.agents.trajectory([{ text: "Done." }]));
  expect((await chat.ended()).parts).toMatchObject([{ text: "Done." }]);
});
