import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { ProcessGroup } from "../../../scripts/processGroup.ts";

/** A program that starts another one and prints the ids of both. */
const parentProgram = `
  const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  console.log(process.pid + " " + child.pid);
  setInterval(() => {}, 1000);
`;

test("ending a group ends what its program has started, too", async () => {
  const group = new ProcessGroup(process.execPath, ["-e", parentProgram], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const pids = await printedPids(group.child.stdout);
  await group.end();
  expect(group.hasEnded).toBe(true);
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
});

test("a group ends when the process that started it is killed", async () => {
  const starter = spawn(process.execPath, ["--input-type=module", "-e", starterProgram], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pids = await printedPids(starter.stdout);
  const exit = once(starter, "exit");
  starter.kill("SIGKILL");
  await exit;
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
});

test("a program that cannot be started rejects, and ending it does nothing", async () => {
  const group = new ProcessGroup("no-such-program-anywhere", [], {});
  await expect(group.ended).rejects.toThrow("ENOENT");
  await group.end();
});

const starterProgram = `
  import { ProcessGroup } from ${JSON.stringify(join(root, "scripts", "processGroup.ts"))};
  new ProcessGroup(process.execPath, ["-e", ${JSON.stringify(parentProgram)}], { stdio: ["ignore", "inherit", "ignore"] });
`;

async function printedPids(output: NodeJS.ReadableStream | null): Promise<readonly number[]> {
  if (!output) {
    throw new Error("It has no output");
  }
  const [line] = (await once(createInterface({ input: output }), "line")) as [string];
  return line.split(" ").map(Number);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // No such process.
    return false;
  }
}
