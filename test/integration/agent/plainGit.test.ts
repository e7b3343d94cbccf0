import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { checkPlain } from "../../../src/agentNode/commands/plainCheck.ts";
import { AgentLab } from "./agentLab.ts";

const lab = new AgentLab();
let folder = "";

beforeAll(async () => {
  await lab.start();
  folder = lab.folder({ ".env": "KEY=old-secret\n", "a.ts": "let a = 1;\n" });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "First");
  writeFileSync(join(folder, ".env"), "KEY=new-secret\n");
  writeFileSync(join(folder, "a.ts"), "let a = 2;\n");
}, 60_000);
afterAll(() => lab.hubs.dispose());

function git(...args: readonly string[]): string {
  const identity = ["-c", "user.name=T", "-c", "user.email=t@example.org"];
  return execFileSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" }).trim();
}

async function plainOnes(scripts: readonly string[]): Promise<readonly string[]> {
  const path = process.env["PATH"] ?? "";
  const options = { folder, workspace: [folder], path };
  const found = await Promise.all(scripts.map((script) => checkPlain(script, options)));
  return scripts.filter((_, index) => found[index] !== undefined);
}

test("Git prints lines of files unasked only where each line is under the name of its file", async () => {
  const blob = git("rev-parse", "HEAD:.env");
  const tree = git("rev-parse", "HEAD^{tree}");
  const asked = [
    "git diff | tail -n 5",
    "git show | grep KEY",
    "git log -p | cat",
    "git log -p --graph",
    "git diff --check",
    "git show HEAD:.env",
    "git blame .env",
    `git show ${blob}`,
    `git show --stat ${blob}`,
    `git show ${tree}:.env`,
    `git show ${tree}:a.ts`,
    `git diff ${blob} HEAD:a.ts`,
    `git diff ${blob}..HEAD`,
  ];
  expect(await plainOnes(asked)).toEqual([]);
  const plain = [
    "git diff",
    "git diff HEAD a.ts",
    "git show",
    "git show HEAD",
    "git show HEAD:a.ts",
    "git log -p -n 2",
    "git log --oneline | head -n 20",
    "git diff --stat | tail -n 1",
    "git diff --name-only | wc -l",
    "git log --oneline HEAD..HEAD",
    "git diff -- a.ts",
  ];
  expect(await plainOnes(plain)).toEqual(plain);
});

const run = (command: string) => ({
  calls: [{ tool: "run_command", args: { command, purpose: "Look" } }],
});

test("what Git prints of a secret file unasked is not told to the model", async () => {
  const { results, requests } = await lab.play(
    folder,
    [run("git diff"), run("git show"), run("git log -p"), { text: "Done." }],
    { hasCommands: true, approve: () => Promise.reject(new Error("Nobody is asked")) },
  );
  expect(results.map(([state]) => state)).toEqual(["done", "done", "done"]);
  expect(JSON.stringify(requests)).not.toMatch(/old-secret|new-secret/u);
  expect(results[0]?.[1]).toContain("+let a = 2;");
  expect(results[0]?.[1]).toContain("a file that may hold secrets");
});
