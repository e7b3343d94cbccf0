import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { AgentTool } from "../../../src/agent/tools/base/agentTool.ts";
import { FileLedger } from "../../../src/agent/tools/base/fileLedger.ts";
import { runCommand } from "../../../src/agent/tools/commands/runCommand.ts";
import type { AgentLevel } from "../../../src/agent/trust/levels.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";
import { ConfinedPlace } from "./confinedPlace.ts";

let place: ConfinedPlace;
let [root, workspace] = ["", ""];
let allowed: readonly string[] = [];
let commands: ConfinedPlace["commands"];
let environment: NodeJS.ProcessEnv;

beforeEach(() => {
  allowed = [];
  environment = { ...process.env, MY_TOKEN: "t", OTHER_TOKEN: "o" };
  place = new ConfinedPlace({ environment, allowedVariables: () => allowed });
  ({ root, workspace, commands } = place);
});
afterEach(() => place.dispose());

/** As a run calls it, without checkpoints. */
async function toolAt(level: AgentLevel): Promise<AgentTool> {
  const files = await NodeWorkspace.open(workspace);
  return runCommand({
    commands,
    workspace: files,
    ledger: new FileLedger(),
    level: () => level,
  });
}

async function resultOf(tool: AgentTool, command: string): Promise<string> {
  const prepared = await tool.prepare({ command }, new AbortController().signal);
  const { signal } = new AbortController();
  return prepared.kind === "ready" ? (await prepared.run(signal)).text : prepared.text;
}

async function printed(variables: readonly string[]): Promise<string> {
  const script = 'echo "$MY_TOKEN-$OTHER_TOKEN"';
  const options = { folder: workspace, timeoutMs: 60_000, way: "outside" } as const;
  const command = await commands.start({ ...options, script, variables });
  await command.ended;
  return command.output().text.trim();
}

test("a command gets a secret-looking variable only if the person lets it in, and the card named it", async () => {
  expect(commands.variables()).toEqual([]);
  expect(await printed(["MY_TOKEN"])).toBe("-");
  allowed = ["MY_TOKEN", "NOT_SET_TOKEN", "NODE_OPTIONS"];
  expect(commands.variables()).toEqual(["MY_TOKEN"]);
  expect(await printed(["MY_TOKEN", "OTHER_TOKEN"])).toBe("t-");
  expect(await printed([])).toBe("-");
});

test("what the card says of variables is what the command gets", async () => {
  allowed = ["MY_TOKEN"];
  const tool = await toolAt("ask");
  const prepared = await tool.prepare(
    { command: 'echo "$MY_TOKEN-$OTHER_TOKEN"' },
    new AbortController().signal,
  );
  expect(prepared).toMatchObject({ planned: { variables: ["MY_TOKEN"] } });
  // A rule that is made under the card is not what the person saw.
  allowed = ["MY_TOKEN", "OTHER_TOKEN"];
  const { signal } = new AbortController();
  const result = prepared.kind === "ready" ? await prepared.run(signal) : undefined;
  expect(result?.text).toContain("t-\n");
  const plain = await tool.prepare({ command: "ls" }, new AbortController().signal);
  expect(plain).not.toHaveProperty("planned.variables");
});

function atApps(...names: readonly string[]): string {
  return join(workspace, "apps", ...names);
}

test("each file that runs by itself is protected, and so are the folders of programs that come first", async ({
  skip,
}) => {
  skip((await commands.sandboxProblem()) !== undefined);
  for (const folder of ["node_modules/.bin", "b/node_modules/.bin", ".venv/bin", ".cargo"]) {
    mkdirSync(atApps(folder), { recursive: true });
  }
  for (const file of ["node_modules/.bin/tool", ".venv/bin/python", ".cargo/config.toml"]) {
    writeFileSync(atApps(file), "old");
  }
  writeFileSync(join(workspace, "eslint.config.js"), "old");
  const script = [
    "for one in node_modules/.bin/tool b/node_modules/.bin/node .venv/bin/python .cargo/config.toml ../eslint.config.js; do",
    "  echo new 2>/dev/null > apps/$one || echo refused",
    "done",
    "mkdir -p apps/c/node_modules/.bin apps/c/node_modules/p; touch apps/c/node_modules/.bin/git apps/c/node_modules/p/a.js",
    "touch apps/.pnpmfile.cjs lefthook.yml; touch apps/node_modules/index.js 2>/dev/null || echo refused",
  ].join("\n");
  const command = await commands.start({
    script,
    folder: workspace,
    timeoutMs: 60_000,
    way: "inside",
  });
  await command.ended;
  const { movedAway } = command;
  const text = command.output().text.trim();
  expect(text).toBe("refused\n".repeat(6).trim());
  expect(movedAway.map(({ path }) => path).toSorted()).toEqual([
    atApps(".pnpmfile.cjs"),
    atApps("c", "node_modules"),
    join(workspace, "lefthook.yml"),
  ]);
  expect(readFileSync(atApps("node_modules", ".bin", "tool"), "utf8")).toBe("old");
});

test("a command for which the model asks runs outside the sandbox, and says so on its card", async ({
  skip,
}) => {
  skip((await commands.sandboxProblem()) !== undefined);
  const made = join(root, "made.txt");
  const args = {
    command: `touch ${made}`,
    purpose: "make",
    outside_sandbox: "It lies\nelsewhere.",
  };
  const prepared = await (await toolAt("sandbox")).prepare(args, new AbortController().signal);
  expect(prepared).toMatchObject({
    planned: {
      act: "commandOutside",
      isSandboxed: false,
      leavesSandbox: { reason: "It lies\nelsewhere." },
      detail: expect.stringContaining("\nThe model says why: It lies elsewhere.") as string,
    },
  });
  if (prepared.kind === "ready") {
    await prepared.run(new AbortController().signal);
  }
  expect(existsSync(made)).toBe(true);
});

async function planned(level: AgentLevel, more: object) {
  const prepared = await (
    await toolAt(level)
  ).prepare({ command: "make", ...more }, new AbortController().signal);
  return prepared.kind === "ready"
    ? [prepared.planned.act, prepared.planned.leavesSandbox]
    : prepared;
}

test("the card of a command says that it names a file of secrets, by its name or a link", async () => {
  mkdirSync(join(workspace, "app"));
  writeFileSync(join(workspace, "app", ".env"), "KEY=1\n");
  symlinkSync(".env", join(workspace, "app", "settings"));
  const tool = await toolAt("sandbox");
  const secret = async (command: string) => {
    const prepared = await tool.prepare({ command, cwd: "app" }, new AbortController().signal);
    return prepared.kind === "ready" ? prepared.planned.isSecret : prepared.text;
  };
  const naming = ["cat .env", "cat settings", "ls && cat ../app/.env", "tool --file=.env"];
  expect(await Promise.all(naming.map(secret))).toEqual([true, true, true, true]);
  const others = ["npm test", "node a.js $(date)", "git commit -m 'Read .env files'"];
  expect(await Promise.all(others.map(secret))).toEqual([undefined, undefined, undefined]);
});

test("only at the level Sandbox does it matter whether a command is asked for outside", async ({
  skip,
}) => {
  skip((await commands.sandboxProblem()) !== undefined);
  const why = { outside_sandbox: "network" };
  const outside = ["commandOutside", undefined];
  expect(await planned("ask", why)).toEqual(outside);
  expect(await planned("edits", why)).toEqual(outside);
  for (const no of [
    {},
    { outside_sandbox: false },
    { outside_sandbox: "" },
    { outside_sandbox: "false" },
  ]) {
    expect(await planned("sandbox", no)).toEqual(["command", undefined]);
  }
  const named = [
    { with_escalated_permissions: true, justification: "network" },
    { dangerouslyDisableSandbox: true },
  ];
  expect(await Promise.all(named.map((more) => planned("sandbox", more)))).toEqual([
    ["commandOutside", { reason: "network" }],
    ["commandOutside", { reason: "" }],
  ]);
});

test("programs inside find their temp folder wherever the machine's own lies", async ({ skip }) => {
  skip((await commands.sandboxProblem()) !== undefined);
  const own = join(root, "temp");
  mkdirSync(own);
  environment["TMPDIR"] = own;
  const script = "mktemp > /dev/null && echo made";
  expect(await resultOf(await toolAt("sandbox"), script)).toContain("made\n");
  expect(readdirSync(own)).toEqual([]);
});

test("what fails for the sandbox says so to the model", async ({ skip }) => {
  skip((await commands.sandboxProblem()) !== undefined);
  mkdirSync(join(workspace, "node_modules", ".bin"), { recursive: true });
  const tool = await toolAt("sandbox");
  // As `npm install` begins.
  expect(await resultOf(tool, "rm -rf node_modules/.bin")).toContain(
    "such as .git, .husky or node_modules",
  );
  expect(await resultOf(tool, "echo EAI_AGAIN; exit 1")).toMatch(
    /no network\..*Call run_command again with outside_sandbox and the reason: the person is asked\.$/mu,
  );
  expect(await resultOf(tool, "echo 'EROFS' > a.txt; cat a.txt")).not.toContain("sandbox");
});
