import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";

const home = mkdtempSync(join(tmpdir(), "ai-hub-golden-"));

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Command lines that end by themselves, without a hub and without a terminal. */
const lines: Readonly<Record<string, readonly (readonly string[])[]>> = {
  agent: [["--help"], ["--no-such-flag"], []],
  hub: [["--help"], ["--no-such-flag"], ["no-such-command"]],
  mcp: [["--help"], ["--no-such-flag"]],
  search: [["--help"], ["--no-such-flag"], []],
};

function recordOf(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "dist", `${program}.mjs`), ...args],
    { encoding: "utf8", cwd: home, env: { AI_HUB_HOME: home, HOME: home }, input: "" },
  );
  const command = [`${program}.mjs`, ...args].join(" ");
  return `$ ${command}\nexit ${status}\n--- stdout\n${stdout}--- stderr\n${stderr}`;
}

test.each(Object.entries(lines))("%s explains itself and ends as recorded", async (name, all) => {
  const text = all.map((args) => recordOf(name, args)).join("\n");
  await expect(text.replaceAll(home, "<home>")).toMatchFileSnapshot(
    `../../fixtures/golden/${name}.txt`,
  );
});
