import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";

import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { openWorkspace, sandboxProblem } from "../../../src/agentCli/run/runPlace.ts";
import { AcpLab, call } from "./acpLab.ts";

const acp = new AcpLab();
const { program } = acp;
const { lab } = program;
let canConfine = false;

beforeAll(async () => {
  await program.start();
  canConfine = (await sandboxProblem(await openWorkspace(lab.folder({})))) === undefined;
}, 60_000);
afterEach(() => acp.close());
afterAll(() => lab.hubs.dispose());

/** A file beside the workspace, which only a command outside the sandbox can make. */
function target(name: string): string {
  return join(realpathSync(lab.hubs.home), name);
}

function asks(command: string, outside_sandbox = "It needs the network"): object {
  return call("run_command", { command, purpose: "Install", outside_sandbox });
}

function always({ options }: RequestPermissionRequest): string | undefined {
  return options.find(({ optionId }) => optionId === "rule:exact")?.optionId;
}

async function runAt(level: string, steps: readonly object[], ...yes: readonly string[]) {
  const folder = lab.folder({});
  const words = yes.flatMap((word) => ["--yes", word]);
  const task = lab.trajectory(steps);
  const flags = [...program.flags(folder), "--level", level, ...words, "--json", task];
  const { code, lines } = await program.run(flags);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, cards: events.filter(({ type }) => type === "card") };
}

test("without a terminal a command outside the sandbox is refused, whatever covers it inside", async ({
  skip,
}) => {
  skip(!canConfine);
  const made = target("refused.txt");
  const script = `touch ${made}`;
  const steps = [
    asks(script),
    {
      expect: "nobody can be asked here",
      ...call("run_command", { command: script, purpose: "x" }),
    },
    { expect: "outside_sandbox", text: "Ready." },
  ];
  const { code, cards } = await runAt("sandbox", steps, `command:${script}`, "outside");
  expect(cards).toMatchObject([
    {
      card: "command",
      planned: {
        act: "commandOutside",
        command: script,
        isSandboxed: false,
        leavesSandbox: { reason: "It needs the network" },
      },
    },
  ]);
  expect(code).toBe(3);
  expect(existsSync(made)).toBe(false);
});

test("a rule for outside the sandbox covers that command there, and the same one inside", async ({
  skip,
}) => {
  skip(!canConfine);
  const [exact, further, text] = [target("exact"), target("further"), target("text")];
  const open = `{ touch ${text}; }`;
  const steps = [
    asks(`touch ${exact}`),
    { expect: "Exit code 0", ...asks(`mkdir -p ${further}`) },
    { expect: "Exit code 0", ...asks(open) },
    { expect: "Exit code 0", text: "Ready." },
  ];
  const { code, cards } = await runAt(
    "sandbox",
    steps,
    `command-outside:touch ${exact}`,
    "command-outside-beginning:mkdir -p",
    `command-outside:${open}`,
  );
  expect(code).toBe(0);
  expect(cards).toHaveLength(1);
  expect([exact, further, text].map((path) => existsSync(path))).toEqual([true, true, true]);
});

test("where commands run outside anyway, asking for it changes nothing", async () => {
  const made = target("edits.txt");
  const script = `touch ${made}`;
  const steps = [asks(script), { expect: "Exit code 0", text: "Ready." }];
  const { code, cards } = await runAt("edits", steps, `command:${script}`);
  expect([code, cards]).toEqual([0, []]);
  expect(existsSync(made)).toBe(true);
});

test("over ACP the question says where the command would run and why, and its rule is for outside", async ({
  skip,
}) => {
  skip(!canConfine);
  const folder = lab.folder({});
  const made = target("acp.txt");
  const script = `touch ${made}`;
  const one = acp.editor({ decide: always });
  const session = await one.session(folder, "agent-sandbox");
  const again = { expect: "Exit code 0", ...asks(script, "Again") };
  const task = lab.trajectory([asks(script), again, { expect: "Exit code 0", text: "Ready." }]);
  await one.prompt(session, task);
  expect(one.text).toBe("Ready.");
  expect(one.asked).toHaveLength(1);
  const shown = JSON.stringify(one.asked[0]?.toolCall.content);
  expect(shown).toContain("outside the sandbox, with network");
  expect(shown).toContain("The model says why: It needs the network");
  expect(one.asked[0]?.options.map(({ name }) => name)).toContain(
    `Always allow, outside the sandbox too: ${script}`.slice(0, 120),
  );
  const deaf = acp.editor();
  const refused = lab.trajectory([
    asks(`${script}.other`),
    { expect: "nobody can be asked", text: "No." },
  ]);
  await deaf.prompt(await deaf.session(folder, "agent-sandbox"), refused);
  expect([deaf.text, existsSync(`${made}.other`)]).toEqual(["No.", false]);
});

test("where there is no sandbox, the program says why, and its commands are asked about", async () => {
  const made = target("without.txt");
  const steps = [asks(`touch ${made}`), { expect: "nobody can be asked here", text: "Ready." }];
  const folder = lab.folder({});
  const flags = [...program.flags(folder), "--level", "sandbox", lab.trajectory(steps)];
  const { code, stderr } = await program.run(flags, { HOME: folder });
  expect(stderr).toContain(
    "There is no sandbox: the workspace has the home folder in it. Commands would run outside, and are asked about.",
  );
  expect([code, existsSync(made)]).toEqual([3, false]);
  const one = acp.editor({}, ["--level", "sandbox"], { HOME: folder });
  const said: string[] = [];
  one.child.stderr?.on("data", (data: Buffer) => said.push(data.toString()));
  await one.session(folder);
  await expect.poll(() => said.join("")).toContain("There is no sandbox: the workspace has");
});
