import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as esbuild from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { scriptEnvironment } from "../../support/scriptEnvironment.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-room-"));
  // Its patterns are relative to its own folder.
  copyFileSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the agent, with all that it imports, needs no editor and no Node", async () => {
  const entryPoints = globSync("src/agent/**/*.ts", { cwd: root }).map((path) => join(root, path));
  expect(entryPoints.length).toBeGreaterThan(50);
  const { errors } = await esbuild.build({
    entryPoints,
    bundle: true,
    write: false,
    outdir: folder,
    platform: "neutral",
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
  expect(errors).toEqual([]);
});

test.each(["export const one = process.platform;", "export const one = document.title;"])(
  "the linter refuses in the agent: %s",
  (text) => {
    mkdirSync(join(folder, "src/agent"), { recursive: true });
    const file = join(folder, "src/agent/sample.ts");
    writeFileSync(file, `${text}\n`);
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(root, "node_modules/oxlint/bin/oxlint"), file],
      { cwd: folder, env: scriptEnvironment, encoding: "utf8" },
    );
    expect([status, stdout]).toEqual([1, expect.stringContaining("src/agent runs")]);
  },
);
