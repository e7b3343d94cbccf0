import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { endDeadCommands, noteLiveCommand } from "../../../src/agentNode/processes/liveCommands.ts";
import { beginningOf, type RunProgram } from "../../../src/agentNode/processes/processBeginning.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-live-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Changes the note as if another process had written it. */
function change(make: (note: Record<"host" | "command", object>) => object): void {
  const [name = ""] = readdirSync(folder);
  const file = join(folder, name);
  const note: unknown = JSON.parse(readFileSync(file, "utf8"));
  // The test has just let it be written.
  writeFileSync(file, JSON.stringify(make(note as Record<"host" | "command", object>)));
}

const dead = { pid: 2 ** 22 + 1, began: "7" };

test.runIf(process.platform !== "win32")(
  "a command of a dead host is ended with its group, if its start time says that it is the same process",
  async () => {
    const child = spawn("sh", ["-c", "sleep 300 & wait"], { detached: true });
    const ended = once(child, "exit");
    await noteLiveCommand(folder, {
      pid: child.pid ?? 0,
      mark: "dead-run.1",
      script: "npm run dev",
    });
    expect(await endDeadCommands(folder)).toEqual([]);
    expect(child.exitCode).toBeNull();
    change((note) => ({ ...note, host: dead }));
    expect(await endDeadCommands(folder)).toEqual([]);
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test("a process that only has the number is left alone, and one of which nothing is known is listed", async () => {
  const pid = process.ppid;
  await noteLiveCommand(folder, { pid, mark: "dead-run.1", script: "npm run dev" });
  change((note) => ({ ...note, host: dead, command: { pid, began: "" } }));
  expect(await endDeadCommands(folder)).toEqual([{ pid, began: "", script: "npm run dev" }]);
  change((note) => ({ ...note, command: { pid, began: "7" } }));
  expect(await endDeadCommands(folder)).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  expect(await beginningOf(pid)).not.toBe("");
});

test("a note goes with its command, and what is none of ours stays", async () => {
  const forget = await noteLiveCommand(folder, {
    pid: process.ppid,
    mark: "dead-run.2",
    script: "make",
  });
  await forget();
  writeFileSync(join(folder, "command-x"), "{");
  expect(await endDeadCommands(folder)).toEqual([]);
  expect(readdirSync(folder)).toEqual(["command-x"]);
});

/** A system whose programs print this. */
function system(platform: NodeJS.Platform, text: string) {
  const ran: (readonly string[])[] = [];
  const run: RunProgram = (program, args) => {
    ran.push([program, ...args]);
    return text === "" ? Promise.reject(new Error("exit code 1")) : Promise.resolve(text);
  };
  return { platform, run, ran };
}

test.each([
  ["darwin", "Tue Nov  3 09:05:07 2026    \n", "Tue Nov 3 09:05:07 2026"],
  ["darwin", "Tue Nov 24 10:22:04 2026\n", "Tue Nov 24 10:22:04 2026"],
  ["darwin", "", ""],
  ["darwin", "ps: illegal option\n", ""],
  ["win32", "134079349241234567\r\n", "134079349241234567"],
  ["win32", "Get-Process : Cannot find a process with the process identifier 7.\r\n", ""],
  ["win32", "", ""],
] as const)("when a process began, on %s: %j", async (platform, text, began) => {
  const machine = system(platform, text);
  expect(await beginningOf(7, machine)).toBe(began);
  const [program] = machine.ran[0] ?? [];
  expect(program).toBe(platform === "win32" ? "powershell.exe" : "ps");
  expect(machine.ran[0]?.join(" ")).toContain("7");
});

const runHere: RunProgram = (program, args) =>
  Promise.resolve(
    execFileSync(program, args, { encoding: "utf8", env: { ...process.env, LC_ALL: "C" } }),
  );

test.runIf(process.platform !== "win32")(
  "the ps of this machine tells processes apart by their beginning",
  async () => {
    const machine = { platform: "darwin", run: runHere } as const;
    const began = await beginningOf(process.pid, machine);
    expect(began).toMatch(/^\w{3} \w{3} \d{1,2} [\d:]{8} \d{4}$/u);
    expect(await beginningOf(process.pid, machine)).toBe(began);
    expect(await beginningOf(dead.pid, machine)).toBe("");
  },
);
