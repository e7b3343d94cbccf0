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

const files = { Makefile: "all:\n", "a.txt": "one\n" };
const change = call("run_command", {
  command: "echo evil: > Makefile; echo two > a.txt",
  purpose: "Build",
});

async function runAt(...yes: readonly string[]) {
  const folder = lab.folder(files);
  const words = yes.flatMap((word) => ["--yes", word]);
  const task = lab.trajectory([change, { expect: "Exit code 0", text: "Ready." }]);
  const flags = [...program.flags(folder), "--level", "sandbox", ...words, "--json", task];
  const { code, lines } = await program.run(flags);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const cards = events.filter(({ type }) => type === "card");
  return { code, cards, makefile: lab.read(folder, "Makefile"), other: lab.read(folder, "a.txt") };
}

test("without a terminal what a command in the sandbox changed of what runs is put back, and the exit code says so", async ({
  skip,
}) => {
  skip(!canConfine);
  const { code, cards, ...texts } = await runAt();
  expect(cards).toMatchObject([
    { card: "edit", planned: { act: "runnable", isByCommand: true, paths: ["Makefile"] } },
  ]);
  expect(JSON.stringify(cards)).toContain("-all:\\n+evil:");
  expect({ code, ...texts }).toEqual({ code: 3, makefile: "all:\n", other: "two\n" });
});

test("a rule about what runs covers what a command in the sandbox changed", async ({ skip }) => {
  skip(!canConfine);
  const { code, makefile } = await runAt("runnable:Makefile");
  expect([code, makefile]).toEqual([0, "evil:\n"]);
});

test("over ACP the editor asks about what the command changed, and a refusal puts it back", async ({
  skip,
}) => {
  skip(!canConfine);
  for (const [choice, left] of [
    ["allow", "evil:\n"],
    ["reject", "all:\n"],
  ] as const) {
    const folder = lab.folder(files);
    const one = acp.editor({ decide: () => choice });
    const session = await one.session(folder, "agent-sandbox");
    await one.prompt(session, lab.trajectory([change, { expect: "Exit code 0", text: "Ready." }]));
    expect(one.text).toBe("Ready.");
    expect(one.asked).toHaveLength(1);
    const { toolCall } = one.asked[0] ?? {};
    expect(toolCall?.title).toBe("Keep what the command changed in Makefile");
    expect(JSON.stringify(toolCall?.content)).toContain("Otherwise it is put back.");
    expect(lab.read(folder, "Makefile")).toBe(left);
  }
  const folder = lab.folder(files);
  const deaf = acp.editor();
  const steps = [change, { expect: "nobody can be asked here: Makefile", text: "No." }];
  await deaf.prompt(await deaf.session(folder, "agent-sandbox"), lab.trajectory(steps));
  expect([deaf.text, lab.read(folder, "Makefile")]).toEqual(["No.", "all:\n"]);
});
