import { expect, test, vi } from "vitest";
import * as z from "zod/mini";

import type { Command, Commands } from "../../../../../src/agent/command/commands.ts";
import { LoopGuard } from "../../../../../src/agent/run/loopGuard.ts";
import { toolArguments } from "../../../../../src/agent/tools/base/toolArguments.ts";
import { readOutput } from "../../../../../src/agent/tools/commands/readOutput.ts";
import {
  runCommand,
  type RunCommandDeps,
} from "../../../../../src/agent/tools/commands/runCommand.ts";

test("what was moved away from a command in the background is told when its output is read", async () => {
  const command: Command = {
    id: "1",
    ended: Promise.resolve({ kind: "exited", code: 0 }),
    movedAway: [{ path: "/w/sub/.git", to: "/kept/0-.git" }],
    output: () => ({ text: "made\n", characters: 5 }),
    stop: () => Promise.resolve(),
  };
  const commands = { find: () => command } as Partial<Commands> as Commands;
  const prepared = await readOutput(commands).prepare({ id: "1" }, new AbortController().signal);
  const result = prepared.kind === "ready" && (await prepared.run(new AbortController().signal));
  expect(result).toMatchObject({
    text: "made\n\nMoved away, because it runs by itself: /w/sub/.git, now /kept/0-.git\nExit code 0.",
  });
});

interface Printing {
  text: string;
  readonly command: Command;
  readonly read: (args: object) => Promise<string>;
}

/** A command that runs on and prints what the test gives it. */
function printing(): Printing {
  const state = { text: "" };
  const command: Command = {
    id: "1",
    ended: new Promise(() => undefined),
    movedAway: [],
    output: () => ({ text: state.text, characters: state.text.length }),
    stop: () => Promise.resolve(),
  };
  const tool = readOutput({ find: () => command } as Partial<Commands> as Commands);
  const read = async (args: object): Promise<string> => {
    const prepared = await tool.prepare({ id: "1", ...args }, new AbortController().signal);
    return prepared.kind === "ready"
      ? (await prepared.run(new AbortController().signal)).text
      : prepared.text;
  };
  return Object.assign(state, { command, read });
}

test("a model that waits for a server gets what it prints as soon as it does", async () => {
  const server = printing();
  expect(await server.read({})).toBe("It still runs.");
  setTimeout(() => {
    server.text = "ready on 3000\n";
  }, 150);
  expect(await server.read({ wait_s: 60 })).toContain("ready on 3000");
});

test("looks at a quiet command that waited are no circles", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const { read: readNow } = printing();
  const read = async (args: object): Promise<string> => {
    const reading = readNow(args);
    await vi.advanceTimersByTimeAsync(1_100);
    return await reading;
  };
  const guard = new LoopGuard();
  const verdicts = [];
  for (let look = 0; look < 6; look += 1) {
    const result = await read({ wait_s: 1 });
    const ended = { tool: "read_output", key: "", result, isError: false, effect: "none" } as const;
    verdicts.push(guard.note(ended).kind);
  }
  expect(verdicts).toEqual(["go", "go", "go", "go", "go", "go"]);
  expect(await read({ wait_s: 1 })).toBe("It still runs. Waited 7 s in all.");
  vi.useRealTimers();
});

test("an output that is longer than what is shown says how long it is", async () => {
  const long = printing();
  long.text = "x".repeat(60_000);
  expect(await long.read({})).toContain("60000 characters in all");
  expect((await long.read({ from: 59_990 })).split("\n")[0]).toBe("x".repeat(10));
});

test("names that other programs' models use for a command's arguments are understood", () => {
  const { definition } = runCommand({} as RunCommandDeps);
  const other = { cmd: "npm start", description: "Serve", workdir: "a", run_in_background: "true" };
  expect(toolArguments(definition, z.record(z.string(), z.unknown()), other)).toEqual({
    args: { command: "npm start", purpose: "Serve", cwd: "a", background: true },
  });
});
