import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { Commands } from "../../../src/agent/command/commands.ts";
import type { AgentEditor } from "../../../src/extension/agent/editor/agentEditor.ts";
import type { AgentMachine } from "../../../src/extension/agent/runs/agentRuns.ts";
import { deferred } from "../../support/deferred.ts";
import { FakeClock } from "../../support/fakeClock.ts";
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
const waitStep = {
  calls: [
    {
      tool: "run_command",
      args: { command: "touch begun; node -e 'setInterval(() => {}, 1000)'", purpose: "Wait" },
    },
  ],
};

test("one run per folder: another window answers without a run until the first has ended", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder);
  const storage = join(chat.folder, "agent");
  const clock = new FakeClock();
  const other = await lab.open(folder, { storage, clock, level: "edits" });
  chat.send(lab.agents.trajectory([editStep, { text: "Done." }]));
  await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  other.send(lab.agents.trajectory([editStep, { text: "Done." }]));
  expect((await other.ended()).parts).toMatchObject([{ text: "Elsewhere." }]);
  expect(other.agent.isElsewhere).toBe(true);
  chat.session.stop();
  await chat.ended();
  while (other.agent.isElsewhere) {
    clock.advance(5_000);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  other.send(lab.agents.trajectory([editStep, { text: "Done." }]));
  await other.ended();
  expect(lab.agents.read(folder, "a.ts")).toBe("const x = two;\n");
});

test("a run that cannot begin leaves the folder free", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder, {
    machine: (_, usual) => ({
      ...usual,
      openCheckpoints: () => Promise.reject(new Error("The log is damaged")),
    }),
  });
  chat.send(lab.agents.trajectory([editStep, { text: "Never." }]));
  expect((await chat.ended()).state).toBe("failed");
  const other = await lab.open(folder, { storage: join(chat.folder, "agent"), level: "edits" });
  other.send(lab.agents.trajectory([editStep, { text: "Done." }]));
  await other.ended();
  expect(lab.agents.read(folder, "a.ts")).toBe("const x = two;\n");
});

test("a message after Stop waits until the stopped run is over, and is answered by a run", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const stopping: (() => void)[] = [];
  const chat = await lab.open(folder, {
    level: "edits",
    machine: (_, usual) => ({ ...usual, openCommands: heldBack(usual, stopping) }),
  });
  chat.send(lab.agents.trajectory([waitStep, { text: "Done." }]));
  await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  const cap = { step: 2, isRaised: false };
  const elsewhere = { conversationId: "conversation-2", maxSteps: 1, cap, standing };
  const { signal } = new AbortController();
  const begun = chat.agent.begin(
    elsewhere,
    { model: "hub-script-play", messages: [] },
    { messageId: "m2", questionId: "q2", signal, stored: () => Promise.resolve() },
  );
  await expect(begun).rejects.toMatchObject({ failure: { kind: "agent_busy" } });
  expect(chat.agent.isElsewhere).toBe(false);
  chat.session.stop();
  await chat.ended();
  chat.send("Go on");
  while (stopping.length === 0) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  stopping.shift()?.();
  const { parts } = await chat.ended();
  expect(parts.at(-1)).toMatchObject({ text: "Done." });
});

const standing = () => ({ level: "ask", mode: "agent" }) as const;

/** The first run's commands are over only when the test says so. */
function heldBack(
  usual: AgentMachine,
  stopping: (() => void)[],
): NonNullable<AgentMachine["openCommands"]> {
  let runs = 0;
  const stopAll = (): Promise<void> =>
    new Promise((resolve) => {
      stopping.push(resolve);
    });
  return (runId, workspace, lastId) => {
    const opened = usual.openCommands?.(runId, workspace, lastId);
    if (!opened) {
      throw new Error("This machine has commands");
    }
    runs += 1;
    const held = withStopAll(opened.commands, stopAll);
    return runs === 1 ? { ...opened, commands: held } : opened;
  };
}

test("with a disk that is nearly full the person is asked once a window, and can stop the run, which does not wait", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const asked: unknown[] = [];
  const answer = deferred<boolean>();
  const editor: AgentEditor = {
    ...quietEditor,
    confirmSpace: (space) => {
      asked.push(space);
      return answer.promise;
    },
  };
  const space = { free: 1_000, kept: 2_000 };
  const machine = (_: AgentEditor, usual: AgentMachine): AgentMachine => ({
    ...usual,
    spaceQuestion: () => Promise.resolve(space),
  });
  const chat = await lab.open(folder, { editor, machine, level: "edits" });
  const command = { tool: "run_command", args: { command: "touch b", purpose: "See" } };
  chat.send(lab.agents.trajectory([editStep, { calls: [command] }, { text: "Done." }]));
  await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  expect(lab.agents.read(folder, "a.ts")).toBe("const x = two;\n");
  answer.resolve(false);
  expect((await chat.ended()).state).toBe("stopped");
  chat.send(lab.agents.trajectory([{ text: "Done." }]));
  expect((await chat.ended()).state).toBe("complete");
  expect(asked).toEqual([space]);
});

test("a disk without room for checkpoints is told as such, and nothing is asked of the hub", async () => {
  const full = Object.assign(new Error("full"), { code: "ENOSPC" });
  const chat = await lab.open(lab.agents.folder({}), {
    machine: (_, usual) => ({ ...usual, openCheckpoints: () => Promise.reject(full) }),
  });
  chat.send(lab.agents.trajectory([{ text: "Done." }]));
  const { failure } = await chat.ended();
  expect(failure).toEqual({ kind: "storage", systemCode: "ENOSPC" });
  expect(chat.requests).toEqual([]);
});

test("a workspace folder that is deleted pauses the run, which says why and makes nothing", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder);
  chat.send(lab.agents.trajectory([editStep, { text: "Done." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  rmSync(folder, { recursive: true });
  await expect.poll(() => chat.decide(card.id, true)).toBe("done");
  expect((await chat.ended()).failure).toEqual({ kind: "folder_gone" });
  expect(chat.agent.view(chat.id).run).toMatchObject({ state: "paused" });
  expect(chat.agent.view(chat.id).run).not.toHaveProperty("pause");
  expect(existsSync(folder)).toBe(false);
});

test("a run without checkpoints says so at its beginning and on each card", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  let told = 0;
  const editor: AgentEditor = { ...quietEditor, tellNotKept: () => void (told += 1) };
  const clock = new FakeClock();
  const chat = await lab.open(folder, { editor, clock, machine: withoutCheckpoints });
  const command = { tool: "run_command", args: { command: "touch b", purpose: "See" } };
  chat.send(lab.agents.trajectory([editStep, { calls: [command] }, { text: "Done." }]));
  for (const kind of ["edit", "command"]) {
    const card = await chat.until(() =>
      chat.agent.view(chat.id).cards.find((one) => one.kind === kind),
    );
    expect(card.warnings).toContain("notUndoable");
    clock.advance(500);
    chat.decide(card.id, true);
  }
  expect((await chat.ended()).state).toBe("complete");
  expect(told).toBe(1);
});

function withoutCheckpoints(_: AgentEditor, usual: AgentMachine): AgentMachine {
  return { ...usual, openCheckpoints: () => Promise.resolve(undefined) };
}

test("without a folder there is no run, and the answer says that it failed", async () => {
  const chat = await lab.open("", {
    machine: (_editor, usual) => ({ ...usual, openWorkspace: () => Promise.resolve(undefined) }),
  });
  chat.send(lab.agents.trajectory([{ text: "Never." }]));
  expect((await chat.ended()).state).not.toBe("complete");
  expect(chat.requests).toEqual([]);
  expect(chat.agent.view(chat.id)).toMatchObject({ cards: [], changes: [], checkpoints: [] });
});

test("a run ends in order: its commands, then what watches them, then their output, and at last the folder is free", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const seen: string[] = [];
  const chat = await lab.open(folder, {
    level: "edits",
    machine: (_, usual) => noting(usual, (what) => seen.push(what)),
  });
  const task = lab.agents.trajectory([editStep, { text: "Done." }]);
  for (const _ of [1, 2]) {
    chat.send(task);
    await chat.ended();
    await chat.agent.ended();
    while (seen.at(-1) !== "free") {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  }
  const oneRun = ["commands stopped", "watch closed", "output forgotten", "free"];
  // What a dead window's command changed is noted once, before the first run.
  expect(seen).toEqual(["taken", "recovered", ...oneRun, "taken", ...oneRun]);
});

/** Notes the beginning and the end of each part of a run. */
function noting(usual: AgentMachine, note: (what: string) => void): AgentMachine {
  return {
    ...usual,
    takeFolder: async (place, runId) => {
      const held = await usual.takeFolder?.(place, runId);
      note("taken");
      return held && { release: () => held.release().then(() => note("free")) };
    },
    openCommands: (runId, roots, lastId) => {
      const opened = usual.openCommands?.(runId, roots, lastId);
      if (!opened) {
        throw new Error("This machine has commands");
      }
      const { commands } = opened;
      const stopAll = async (): Promise<void> => {
        await commands.stopAll();
        note("commands stopped");
      };
      const dispose = (): void => {
        opened.dispose();
        note("output forgotten");
      };
      return { commands: withStopAll(commands, stopAll), dispose };
    },
    openCheckpoints: async (place, isNew) => {
      const opened = await usual.openCheckpoints?.(place, isNew);
      return (
        opened && {
          ...opened,
          recover: async () => {
            await opened.recover?.();
            note("recovered");
          },
          watch: () => {
            const watch = opened.watch?.();
            if (!watch) {
              throw new Error("This machine watches its commands");
            }
            const close = watch.close.bind(watch);
            return Object.assign(watch, {
              close: () => close().then(() => note("watch closed")),
            });
          },
        }
      );
    },
  };
}

function withStopAll(commands: Commands, stopAll: () => Promise<void>): Commands {
  return {
    isPlain: (script, at) => commands.isPlain(script, at),
    sandboxProblem: () => commands.sandboxProblem(),
    variables: () => commands.variables(),
    start: (request) => commands.start(request),
    find: (id) => commands.find(id),
    stopAll,
  };
}
