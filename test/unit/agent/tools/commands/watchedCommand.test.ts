import { expect, test } from "vitest";

import type { CommandWatch } from "../../../../../src/agent/checkpoints/checkpoints.ts";
import type { Command, Commands } from "../../../../../src/agent/command/commands.ts";
import { FileLedger } from "../../../../../src/agent/tools/base/fileLedger.ts";
import type { Workspace, WorkspacePath } from "../../../../../src/agent/tools/base/workspace.ts";
import { runCommand } from "../../../../../src/agent/tools/commands/runCommand.ts";
import { plannedChange } from "../../../../../src/agent/tools/files/changeFiles.ts";

const { signal } = new AbortController();

/** A folder `/w`, of which only the names matter. */
const workspace = {
  root: "/w",
  locate: (path: string): Promise<WorkspacePath> =>
    Promise.resolve({
      named: path,
      real: path === "." ? "/w" : path,
      shown: path.startsWith("/w/to-") ? "/elsewhere" : path.replace("/w/", ""),
      ...(path.startsWith("/w/to-") && { link: path.replace("/w/", "") }),
      isInside: true,
      isOurs: false,
      kind: "folder",
    }),
} as Partial<Workspace> as Workspace;

interface Lab {
  readonly started: string[];
  readonly ledger: FileLedger;
  run(script: string): Promise<{
    readonly card: string;
    readonly notUndoable: true | undefined;
    readonly losesIgnored: true | undefined;
    readonly text: string;
  }>;
}

/** A tool over commands that end at once; those that begin with `ls` are plain. */
function labWith(watch: CommandWatch | undefined): Lab {
  const started: string[] = [];
  const ledger = new FileLedger();
  const commands = {
    isPlain: (script: string) => Promise.resolve(script.startsWith("ls")),
    sandboxProblem: () => Promise.resolve("none here"),
    variables: () => [],
    start: ({ script }: { readonly script: string }): Promise<Command> => {
      started.push(script);
      return Promise.resolve({
        id: "1",
        ended: Promise.resolve({ kind: "exited", code: 0 }),
        movedAway: [],
        output: () => ({ text: "", characters: 0 }),
        stop: () => Promise.resolve(),
      });
    },
  } as Partial<Commands> as Commands;
  const tool = runCommand({ workspace, commands, watch, ledger, level: () => "ask" });
  return {
    started,
    ledger,
    run: async (command) => {
      const prepared = await tool.prepare(
        { command, purpose: "test" },
        new AbortController().signal,
      );
      if (prepared.kind === "refused") {
        throw new Error(prepared.text);
      }
      const { text } = await prepared.run(signal);
      const { detail, notUndoable, losesIgnored } = prepared.planned;
      return { card: detail, notUndoable, losesIgnored, text };
    },
  };
}

test("what a command changed is the run's, and the model is told", async () => {
  const lab = labWith({
    problem: () => Promise.resolve(undefined),
    begin: () => Promise.resolve({ end: () => Promise.resolve(["/w/a", "/w/b"]) }),
  });
  const { card, notUndoable, text } = await lab.run("make");
  expect(card).not.toContain("undone");
  expect(notUndoable).toBeUndefined();
  expect(text).toBe("Exit code 0.\nFiles changed: a, b");
  expect(lab.ledger.changed).toEqual(["a", "b"]);
});

test("a link that a command made has its own name, and a line break in a name is shown as one", async () => {
  const lab = labWith({
    problem: () => Promise.resolve(undefined),
    begin: () => Promise.resolve({ end: () => Promise.resolve(["/w/to-passwd", "/w/a\nb"]) }),
  });
  const { text } = await lab.run("make");
  expect(text).toBe("Exit code 0.\nFiles changed: to-passwd, a⟨U+000A⟩b");
  expect(lab.ledger.changed).toEqual(["to-passwd", "a\nb"]);
});

test("what is gone and was kept by nobody is named, and what could not be looked at is not known", async () => {
  const ended = { lost: ["/w/.env"], isWhole: false };
  const lab = labWith({
    problem: () => Promise.resolve(undefined),
    begin: () => Promise.resolve({ ...ended, end: () => Promise.resolve(["/w/a", "/w/.env"]) }),
  });
  expect((await lab.run("make")).text).toBe(
    "Exit code 0.\nFiles changed: a\nGone, and kept by nobody, so that it cannot come back: .env\n" +
      "What else it changed is not known: there was no time to look at all files.",
  );
  expect(lab.ledger.changed).toEqual(["a"]);
});

test("the card of a command that deletes what Git ignores says so", async () => {
  const lab = labWith({
    problem: () => Promise.resolve(undefined),
    begin: () => Promise.resolve({ end: () => Promise.resolve([]) }),
  });
  const { losesIgnored, notUndoable } = await lab.run("git clean -fdx");
  expect([losesIgnored, notUndoable]).toEqual([true, undefined]);
  expect((await lab.run("git clean -fd")).losesIgnored).toBeUndefined();
});

test("the card says where changes by commands cannot be undone, and the command may run", async () => {
  const lab = labWith({
    problem: () => Promise.resolve("homeFolder"),
    begin: () => Promise.resolve(undefined),
  });
  const { card, notUndoable, text } = await lab.run("make");
  expect(notUndoable).toBe(true);
  expect(card).toContain("Changes by commands cannot be undone here: the folder is or holds");
  expect(text).toBe("Exit code 0.\nWhich files it changed is not known.");
});

test("without checkpoints, which another window may hold, cards of commands and edits say so", async () => {
  const { card, notUndoable } = await labWith(undefined).run("make");
  expect(card).toContain("Changes by commands cannot be undone here.");
  expect(notUndoable).toBe(true);
  expect((await labWith(undefined).run("ls")).notUndoable).toBeUndefined();
  const change = { path: await workspace.locate("/w/a"), before: undefined, after: "a\n" };
  const deps = { workspace, ledger: new FileLedger(), report: () => "" };
  expect(plannedChange([change], "Make a", deps)).toMatchObject({ planned: { notUndoable: true } });
});

test("on a full disk a command is not started, because it could not be undone", async () => {
  const lab = labWith({
    problem: () => Promise.resolve(undefined),
    begin: () => Promise.reject(new Error("ENOSPC")),
  });
  expect((await lab.run("make")).text).toMatch(/^Not done, nothing was run\..*disk may be full/u);
  expect(lab.started).toEqual([]);
});

test("a plain command is not watched", async () => {
  const lab = labWith({
    problem: () => Promise.reject(new Error("asked")),
    begin: () => Promise.reject(new Error("begun")),
  });
  expect((await lab.run("ls")).text).toBe("Exit code 0.");
});

test("what could not be noted after a command does not hide that it ran", async () => {
  const lab = labWith({
    problem: () => Promise.resolve(undefined),
    begin: () => Promise.resolve({ end: () => Promise.reject(new Error("ENOSPC")) }),
  });
  expect((await lab.run("make")).text).toBe(
    "Exit code 0.\nWhich files it changed could not be noted.",
  );
});
