import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { ApprovalRule } from "../../../src/agent/trust/approvalRules.ts";
import type { AgentLevel } from "../../../src/agent/trust/levels.ts";
import { setExclusions } from "../../../src/shared/guarded/excludedPaths.ts";
import { AgentLab } from "./agentLab.ts";
import { commandWays, toolWays } from "./excludedWays.ts";
import { command, end } from "./secSteps.ts";

const lab = new AgentLab();
const canary = "canary-5b1f";
/** Also of a text that hides the search's own words. */
const mark = "y-5b1f";

beforeAll(() => lab.start(), 60_000);
afterEach(() => setExclusions("machine"));
afterAll(() => lab.hubs.dispose());

/** A repository whose second commit changes the file, and whose working tree changes it again. */
function workspace(): string {
  const folder = lab.folder({
    "finance/plan.txt": `first ${canary}\n`,
    "src/finance/deep.txt": `deep ${canary}\n`,
    "src/open.txt": "open\n",
  });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "one");
  lab.write(folder, "finance/plan.txt", `second ${canary}\n`);
  git("commit", "-qam", "two");
  lab.write(folder, "finance/plan.txt", `third ${canary}\n`);
  lab.write(folder, "src/open.txt", "changed\n");
  symlinkSync("finance/plan.txt", join(folder, "link.txt"));
  symlinkSync("finance", join(folder, "dir"));
  return folder;
}

/** The person once allowed every program, and answers no question. */
const rules: readonly ApprovalRule[] = [
  ...new Set(commandWays.map((one) => one.split(" ")[0] ?? "")),
].map((name) => ({ kind: "command", words: [name], extent: "beginning", effect: "allow" }));

/** A few calls in each run, so that no run ends because its calls are refused. */
const atOnce = 8;

async function leaks(calls: readonly object[], level: AgentLevel): Promise<readonly string[]> {
  const folder = workspace();
  const found: string[] = [];
  for (let at = 0; at < calls.length; at += atOnce) {
    const group = calls.slice(at, at + atOnce);
    const { sent, results } = await lab.play(folder, [{ calls: group }, end], {
      hasCommands: true,
      level,
      rules: () => rules,
    });
    expect(results).toHaveLength(group.length);
    const answers = sent.flatMap(({ messages }) =>
      messages.filter(({ role }) => role !== "assistant"),
    );
    const told = results.flatMap(([, text], one) =>
      text.includes(mark) ? [JSON.stringify(group[one])] : [],
    );
    const isSent = JSON.stringify(answers).includes(mark);
    found.push(...(isSent && told.length === 0 ? ["by something else"] : told));
  }
  return found;
}

const byTool = Object.values(toolWays);

test("without exclusions the ways send the file", async () => {
  const some = commandWays.filter((_, at) => at % 5 === 0).map((way) => command(way));
  expect((await leaks([...byTool, ...some], "edits")).length).toBeGreaterThan(12);
});

test("outside a sandbox no tool and no command that was allowed sends a byte of an excluded file", async () => {
  setExclusions("machine", ["/finance/"]);
  const byCommand = commandWays.map((way) => command(way));
  expect(await leaks([...byTool, ...byCommand], "edits")).toEqual([]);
});

test("in the sandbox neither the file nor Git's copies of it can be read", async () => {
  setExclusions("machine", ["/finance/"]);
  const scripts = Array.from({ length: Math.ceil(commandWays.length / atOnce) }, (_, at) =>
    commandWays
      .slice(at * atOnce, (at + 1) * atOnce)
      .map((way) => `(${way})`)
      .join("\n"),
  );
  expect(await leaks([...byTool, ...scripts.map((one) => command(one))], "sandbox")).toEqual([]);
});
