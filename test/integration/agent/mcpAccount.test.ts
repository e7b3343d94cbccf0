import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { AgentProgram } from "./agentProgram.ts";
import { closeHosts, SignInHost } from "./signInHost.ts";

const program = new AgentProgram();
const { lab } = program;
const host = new SignInHost();

beforeAll(async () => {
  await program.start();
  await host.start();
}, 60_000);
afterAll(async () => {
  closeHosts();
  await lab.hubs.dispose();
});

function servers(): readonly string[] {
  const file = join(lab.hubs.home, "mcp.json");
  const local = { command: process.execPath, args: ["none.mjs"] };
  const notes = { type: "http", url: `${host.url}/mcp` };
  writeFileSync(file, JSON.stringify({ mcpServers: { notes, local } }));
  return ["--mcp", file];
}

/** Signs in as a person with a browser does. */
async function signIn(): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = program.spawn(["mcp", "sign-in", "notes", ...servers()]);
  let text = "";
  let isVisited = false;
  child.stdout?.on("data", (data: Buffer) => {
    text += data.toString();
    const page = /^http\S+(?=\n)/mu.exec(text)?.[0];
    if (page !== undefined && !isVisited) {
      isVisited = true;
      void host.visit(new URL(page));
    }
  });
  await once(child, "close");
  return { code: child.exitCode, text };
}

test("a server that wants an account is signed in once, for every later run", async () => {
  const listed = async () => (await program.run(["mcp", ...servers()])).lines;
  expect(await listed()).toEqual(["notes  http  not signed in", "local  stdio  program"]);
  const { code, text } = await signIn();
  expect([code, text]).toEqual([0, expect.stringContaining("Signed in at notes.")]);
  expect((await listed())[0]).toBe("notes  http  signed in");
  const folder = lab.folder({});
  const task = lab.trajectory([
    { calls: [{ tool: "mcp_notes_act", args: {} }] },
    { expect: "done", text: "Ready." },
  ]);
  const yes = ["--yes", "mcp:mcp_notes_act", "--yes", "tainted"];
  const run = await program.run([...program.flags(folder), ...servers(), ...yes, task]);
  expect(run.lines.at(-2)).toBe("Ready.");
  const out = await program.run(["mcp", "sign-out", "notes", ...servers()]);
  expect([out.code, (await listed())[0]]).toEqual([0, "notes  http  not signed in"]);
});

test.each([
  [[], 2, "--mcp <file>"],
  [["sign-in"], 2, "mcp takes"],
  [["start", "notes"], 2, "mcp takes"],
  [["sign-in", "other"], 1, "There is no server other"],
  [["sign-in", "local"], 1, "is a program"],
])("mcp %j is refused in one sentence", async (args, code, message) => {
  const file = args.length === 0 ? [] : servers();
  const ended = await program.run(["mcp", ...args, ...file]);
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
});
