import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { GitReader } from "../../../src/agentNode/processes/gitReader.ts";
import { AgentProgram } from "./agentProgram.ts";

const program = new AgentProgram();
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterAll(() => lab.hubs.dispose());

function git(folder: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
}

/** A repository with two commits and a change that is not committed. */
function repository(): string {
  const folder = lab.folder({ "a.txt": "one\n" });
  git(folder, "init", "-q", "-b", "main");
  git(folder, "add", ".");
  git(folder, "commit", "-q", "-m", "one");
  lab.write(folder, "a.txt", "one\ntwo\n");
  git(folder, "commit", "-q", "-a", "-m", "two");
  lab.write(folder, "a.txt", "one\ntwo\nthree\n");
  return folder;
}

const finding = { file: "a.txt", line: 3, severity: "error", title: "Bad", evidence: "three" };

test("review prints the findings of what is not committed, and changes nothing", async () => {
  const folder = repository();
  const task = lab.trajectory([{ text: JSON.stringify({ findings: [finding] }) }]);
  const prompt = join(folder, "..", "prompt.md");
  writeFileSync(prompt, "Only faults.");
  // The hub's model plays what the changes name.
  lab.write(folder, "a.txt", `one\ntwo\n${task}\n`);
  const args = [...program.flags(folder), "--prompt", prompt];
  const plain = await program.run(["review", ...args]);
  expect(plain.lines).toEqual(["a.txt:3: error: Bad", "    three", "1 finding"]);
  expect(plain.code).toBe(0);
  const json = await program.run(["review", ...args, "--json"]);
  expect(json.lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { type: "finding", ...finding },
    { type: "end", findings: 1, dropped: 0 },
  ]);
  expect(lab.read(folder, "a.txt")).toBe(`one\ntwo\n${task}\n`);
});

test("review masks the organisation's own kinds in the changes", async () => {
  const { url, adminToken = "" } = program.hub;
  const response = await fetch(`${url}/hub/admin/v1/kinds`, {
    method: "POST",
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({
      placeholder: "EMPLOYEE",
      labels: { en: "Employee number", "pt-br": "Matrícula" },
      pattern: String.raw`EMP-\d{5}`,
      action: "block",
      is_active: true,
    }),
  });
  expect(response.status).toBe(201);
  const folder = repository();
  const task = lab.trajectory([{ text: JSON.stringify({ findings: [finding] }) }]);
  lab.write(folder, "a.txt", `one\nEMP-12345\n${task}\n`);
  const { code, lines, stderr } = await program.run(["review", ...program.flags(folder)]);
  expect({ code, stderr, last: lines.at(-1) }).toEqual({ code: 0, stderr: "", last: "1 finding" });
});

test("a range that names no commits ends with exit code 2", async () => {
  const folder = repository();
  const { code, stderr } = await program.run(["review", ...program.flags(folder), "main..none"]);
  expect(code).toBe(2);
  expect(stderr).toContain("one range of commits");
});

test.each([
  ["", "+three"],
  ["HEAD", "+two"],
  ["HEAD~1..HEAD", "+two"],
  ["main~1...main", "+two"],
  ["HEAD^..", "+two"],
])("the changes of the range '%s'", async (range, line) => {
  const reader = await GitReader.open(repository(), process.env["PATH"] ?? "");
  const diff = await reader?.diff(range);
  expect(diff).toContain(line);
  expect(diff).toContain("+++ b/a.txt");
});

test("a file's name is in the diff as it is", async () => {
  const folder = repository();
  lab.write(folder, "ação.txt", "um\n");
  git(folder, "add", "-N", ".");
  const reader = await GitReader.open(folder, process.env["PATH"] ?? "");
  expect(await reader?.diff("")).toContain("+++ b/ação.txt\n");
});

test.each([
  "--output=stolen",
  "-O",
  "--no-index",
  "HEAD..--output=stolen",
  "--output=stolen..HEAD",
  "HEAD -- a.txt",
  "HEAD a.txt",
  "HEAD..HEAD..HEAD",
  "HEAD:a.txt",
  "$(touch stolen)",
  "none",
  "\n",
])("the range %j is never an option, and no commits", async (range) => {
  const folder = repository();
  const reader = await GitReader.open(folder, process.env["PATH"] ?? "");
  expect(await reader?.diff(range)).toBeUndefined();
  expect(existsSync(join(folder, "stolen"))).toBe(false);
});
