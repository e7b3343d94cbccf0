import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { NodeCommands } from "../../../src/agentNode/commands/nodeCommands.ts";
import { newOutputFolder } from "../../../src/agentNode/processes/outputFolder.ts";

const { pid: deadPid } = spawnSync(process.execPath, ["--version"]);
const now = Date.now();

let parent: string;

beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-output-")));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** A folder with a file in it, as old as that. */
function folder(name: string, hours: number): void {
  mkdirSync(join(parent, name));
  writeFileSync(join(parent, name, "1.txt"), "output");
  const at = (now - hours * 3_600_000) / 1_000;
  utimesSync(join(parent, name), at, at);
}

test("a new folder has this process's number in its name", () => {
  const path = newOutputFolder();
  expect(dirname(path)).toBe(tmpdir());
  expect(basename(path)).toMatch(new RegExp(`^ai-hub-agent-${process.pid}-\\w{6}$`, "u"));
  rmSync(path, { recursive: true });
});

test("the end of a run deletes what a killed process left a day ago, and nothing else", async () => {
  const [dead, alive] = [`ai-hub-agent-${deadPid}-`, `ai-hub-agent-${process.pid}-`];
  folder(`${dead}aaaaaa`, 25);
  folder(`${dead}young1`, 23);
  folder(`${alive}alive1`, 25);
  folder(`ai-hub-other-${deadPid}-aaaaaa`, 25);
  folder(`${dead}aaaaaa.saved`, 25);
  folder("target", 25);
  symlinkSync(join(parent, "target"), join(parent, `${dead}link11`));
  folder(`${alive}mine11`, 0);
  const commands = new NodeCommands({
    runId: "test",
    workspace: [],
    home: parent,
    outputFolder: join(parent, `${alive}mine11`),
    movedFolder: join(parent, "movedAway"),
    environment: process.env,
    allowedVariables: () => [],
  });
  await commands.stopAll();
  expect(readdirSync(parent).toSorted()).toEqual(
    [
      "clock.json",
      `${dead}young1`,
      `${alive}alive1`,
      `ai-hub-other-${deadPid}-aaaaaa`,
      `${dead}aaaaaa.saved`,
      "target",
      `${dead}link11`,
      `${alive}mine11`,
    ].toSorted(),
  );
  expect(readdirSync(join(parent, "target"))).toEqual(["1.txt"]);
});
