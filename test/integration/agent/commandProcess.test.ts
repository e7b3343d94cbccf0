import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { CommandProcess } from "../../../src/agentNode/commands/commandProcess.ts";
import { commandEnvironment } from "../../../src/agentNode/processes/commandEnvironment.ts";
import { signalTree } from "../../../src/agentNode/processes/processTree.ts";
import { findShell } from "../../../src/agentNode/processes/shell.ts";

let folder: string;
let count = 0;
const shell = findShell(process.env["PATH"] ?? "");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-command-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start(
  script: string,
  { timeoutMs = 60_000, base = process.env }: { timeoutMs?: number; base?: NodeJS.ProcessEnv } = {},
) {
  if (!shell) {
    throw new Error("no shell");
  }
  count += 1;
  const mark = `test-${process.pid}.${count}`;
  const command = new CommandProcess({
    shell,
    script,
    folder,
    environment: commandEnvironment(base, { mark, allowed: [] }),
    mark,
    outputFile: join(folder, "output"),
    timeoutMs,
  });
  const isAnyLeft = () => signalTree({ leader: undefined, mark }, "check");
  return { command, isAnyLeft };
}

/** Resolves when a command has printed so many bytes. */
async function printed(command: CommandProcess, bytes: number): Promise<void> {
  while (command.bytes < bytes) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("a program that would read keys from its outputs finds them closed", async () => {
  const { command } = start(`${process.execPath} -e 'for (const fd of [1, 2]) {
    try { console.log(require("fs").readSync(fd, Buffer.alloc(1))); } catch (error) { console.log(0); }
  }'`);
  expect(await command.ended).toEqual({ kind: "exited", code: 0 });
  expect(command.output().text).toBe("0\n0\n");
});

test("a command tells its output of both kinds, its exit code and keeps every byte", async () => {
  const { command } = start("echo one; echo two >&2; exit 3");
  expect(await command.ended).toEqual({ kind: "exited", code: 3 });
  expect(command.output().text.split("\n").toSorted()).toEqual(["", "one", "two"]);
  expect(statSync(join(folder, "output")).size).toBe(8);
});

test("a program that asks a question finds no input and ends", async () => {
  const { command } = start('read -r answer || echo "no answer"');
  expect(await command.ended).toEqual({ kind: "exited", code: 0 });
  expect(command.output().text).toBe("no answer\n");
});

test("what left the group and holds the output neither delays the end nor survives a stop", async () => {
  const { command, isAnyLeft } = start("setsid sleep 300 & echo started");
  expect(await command.ended).toEqual({ kind: "exited", code: 0 });
  expect(await isAnyLeft()).toBe(true);
  await command.stop();
  expect(await isAnyLeft()).toBe(false);
});

test("endless output stays bounded on the disk and in memory until it is stopped", async () => {
  const { command, isAnyLeft } = start("yes 0123456789");
  await printed(command, 30_000_000);
  await command.stop();
  expect(await command.ended).toEqual({ kind: "stopped" });
  expect(command.output().text.length).toBeLessThan(49_000);
  expect(statSync(join(folder, "output")).size).toBeLessThanOrEqual(10_485_760);
  expect(await isAnyLeft()).toBe(false);
});

test("a stop while the command starts leaves nothing", async () => {
  const { command, isAnyLeft } = start("sleep 300 & sleep 300");
  await command.stop();
  expect(await command.ended).toEqual({ kind: "stopped" });
  expect(await isAnyLeft()).toBe(false);
});

test("a timeout ends the command and says so", async () => {
  const { command, isAnyLeft } = start("echo begin; sleep 300", { timeoutMs: 200 });
  expect(await command.ended).toEqual({ kind: "timedOut" });
  expect(await isAnyLeft()).toBe(false);
});

test("a command that ignores TERM is killed", async () => {
  const { command, isAnyLeft } = start("trap '' TERM; echo ready; while :; do sleep 1; done");
  await printed(command, 1);
  await command.stop();
  expect(await command.ended).toEqual({ kind: "stopped" });
  expect(await isAnyLeft()).toBe(false);
});

test("a folder that is not there is told as such", async () => {
  rmSync(folder, { recursive: true });
  expect((await start("echo x").command.ended).kind).toBe("notStarted");
});

test("secrets and start files of the extension host do not reach a command", async () => {
  const base = {
    PATH: process.env["PATH"],
    HOME: folder,
    LANG: "C.UTF-8",
    OPENAI_API_KEY: "sk-1",
    GITHUB_TOKEN: "t",
    DATABASE_URL: "postgres://a:secret@db/x",
    NODE_OPTIONS: "--require evil",
    BASH_ENV: join(folder, "evil"),
    VSCODE_PID: "1",
    GIT_DIR: "/elsewhere",
    EDITOR_THEME: "dark",
  };
  const { command } = start("env", { base });
  await command.ended;
  const names = command
    .output()
    .text.split("\n")
    .map((line) => line.split("=")[0]);
  expect(names).toEqual(expect.arrayContaining(["PATH", "HOME", "LANG", "EDITOR_THEME", "CI"]));
  for (const name of Object.keys(base).filter(
    (key) => !["PATH", "HOME", "LANG", "EDITOR_THEME"].includes(key),
  )) {
    expect(names).not.toContain(name);
  }
});

test("the output file is the person's own", async () => {
  const { command } = start("echo x");
  await command.ended;
  const file = join(folder, "output");
  expect(existsSync(file) && readFileSync(file, "utf8")).toBe("x\n");
  expect(statSync(file).mode & 0o077).toBe(0);
});
