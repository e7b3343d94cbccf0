/**
 * Our MCP client as the conformance suite starts it: `client.ts <address of the server>`. It connects, signs in with a
 * browser that agrees to everything, and calls every tool.
 */
import type { AskElicited } from "../../src/agentNode/mcpClient/mcpConnection.ts";
import { approveAll, callTool, McpLab } from "../integration/agent/mcpLab.ts";

const url = process.argv.at(-1) ?? "";
const { signal } = approveAll;
const stored = new Map<string, string>();
const secrets = {
  get: (key: string) => Promise.resolve(stored.get(key)),
  store: (key: string, value: string) => Promise.resolve(void stored.set(key, value)),
};
/** Leaves each field as the server proposes it. */
const elicit: AskElicited = () => Promise.resolve({});

const lab = new McpLab();
const signIn = { folder: lab.home, secrets };
const clients = lab.window({ suite: { url } }, { signIn, elicit });
try {
  let tools = await clients.tools(approveAll);
  if (clients.states()[0]?.problem?.includes("sign in") === true) {
    await signInAgain();
    tools = await clients.tools(approveAll);
  }
  for (const { definition } of tools) {
    const answer = await callTool(tools, definition.name, { a: 5, b: 3 });
    process.stdout.write(`${answer}\n`);
    if (/status 403/u.test(answer)) {
      await signInAgain();
      process.stdout.write(`${await callTool(tools, definition.name, { a: 5, b: 3 })}\n`);
    }
  }
  const problem = clients.states()[0]?.problem;
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
  }
} finally {
  await lab.dispose();
}

async function signInAgain(): Promise<void> {
  await clients.signIn("suite", () => Promise.resolve(true), visit, signal);
}

async function visit(address: URL): Promise<void> {
  const { headers } = await fetch(address, { redirect: "manual" });
  await fetch(new URL(headers.get("location") ?? "", address));
}
