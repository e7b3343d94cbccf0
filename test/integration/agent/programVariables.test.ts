import { realpathSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { variableRule } from "../../../src/agent/trust/approvalRules.ts";
import { StoredRules } from "../../../src/agentNode/storedRules.ts";
import { AcpLab, call } from "./acpLab.ts";

const acp = new AcpLab();
const { program } = acp;
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterEach(() => acp.close());
afterAll(() => lab.hubs.dispose());

const environment = { MY_TOKEN: "first-value", OTHER_TOKEN: "second-value" };
const printing = "printenv MY_TOKEN OTHER_TOKEN";
const print = call("run_command", { command: printing, purpose: "look" });

/** Plays a run whose command prints both variables; the card of the events names what it gets. */
async function printed(folder: string, expected: string, ...yes: readonly string[]) {
  const words = [`command:${printing}`, ...yes].flatMap((word) => ["--yes", word]);
  const task = lab.trajectory([print, { expect: expected, text: "Ready." }]);
  const flags = [...program.flags(folder), ...words, "--json", task];
  const { code, lines } = await program.run(flags, environment);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, text: events.find(({ type }) => type === "text")?.["text"] };
}

const ready = { code: 0, text: "Ready." };

test("a command of the program gets the secret variable that --yes names, and no other", async () => {
  const folder = lab.folder({});
  expect(await printed(folder, "^Exit code 1")).toEqual(ready);
  expect(await printed(folder, "^first-value\nExit code 1", "variable:MY_TOKEN")).toEqual(ready);
});

test("a stored rule of the folder lets the variable in, too", async () => {
  const folder = lab.folder({});
  const book = new StoredRules(join(lab.hubs.home, "ours/agent/rules.json"));
  await book.add(realpathSync(folder), variableRule("OTHER_TOKEN"));
  expect(await printed(folder, "^second-value\nExit code 1")).toEqual(ready);
  expect(await printed(lab.folder({}), "^Exit code 1")).toEqual(ready);
});

test("over ACP the question names the variable, and the command gets it", async () => {
  const folder = lab.folder({});
  const one = acp.editor({ decide: () => "allow" }, ["--yes", "variable:MY_TOKEN"], environment);
  const session = await one.session(folder);
  const task = lab.trajectory([print, { expect: "^first-value\nExit code 1", text: "Ready." }]);
  await one.prompt(session, task);
  expect(one.text).toBe("Ready.");
  expect(JSON.stringify(one.asked[0]?.toolCall.content)).toContain("It gets MY_TOKEN.");
});

test("a rule about a variable needs one name", async () => {
  for (const wrong of ["variable", "variable:A=b", "variable:A B"]) {
    const flags = [...program.flags(lab.folder({})), "--yes", wrong, "task"];
    const { code, stderr } = await program.run(flags);
    expect([code, stderr.includes("--yes variable:NPM_TOKEN")]).toEqual([2, true]);
  }
});
