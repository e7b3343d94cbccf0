import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { installOnce } from "../../../scripts/editors/installOnce.ts";

let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "ai-hub-install-"));
  folder = join(parent, "editor-1.0");
});

afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

const writeProgram = (place: string): Promise<void> => {
  writeFileSync(join(place, "program"), "");
  return Promise.resolve();
};

test("what is installed is not installed again", async () => {
  let calls = 0;
  const install = (place: string): Promise<void> => {
    calls += 1;
    return writeProgram(place);
  };
  await installOnce(folder, install);
  await installOnce(folder, install);
  expect(calls).toBe(1);
  expect(existsSync(join(folder, "program"))).toBe(true);
});

test("an installation that fails half way leaves nothing, and the next one starts anew", async () => {
  const failing = installOnce(folder, async (place) => {
    await writeProgram(place);
    throw new Error("no network");
  });
  await expect(failing).rejects.toThrow("no network");
  expect(readdirSync(parent)).toEqual([]);
  await installOnce(folder, writeProgram);
  expect(readdirSync(parent)).toEqual(["editor-1.0"]);
});

test("two at once make one installation", async () => {
  let calls = 0;
  const install = (place: string): Promise<void> => {
    calls += 1;
    return writeProgram(place);
  };
  await Promise.all([installOnce(folder, install), installOnce(folder, install)]);
  expect(calls).toBe(1);
});

test("the remains of a process that was killed are taken over", async () => {
  const ended = spawnSync(process.execPath, ["-e", ""]);
  writeFileSync(`${folder}.lock`, String(ended.pid));
  mkdirSync(`${folder}.part-gone`);
  await installOnce(folder, writeProgram);
  expect(readdirSync(parent)).toEqual(["editor-1.0"]);
});
