import { methods } from "@agentclientprotocol/sdk";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { openProfileAgent } from "../../../src/shared/hubApi/agentPolicy.ts";
import type { AcpEditor } from "./acpEditor.ts";
import { AcpLab, call } from "./acpLab.ts";
import { McpLab } from "./mcpLab.ts";

const acp = new AcpLab();
const servers = new McpLab();
const { program } = acp;
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterEach(() => acp.close());
afterAll(async () => {
  await servers.dispose();
  await lab.hubs.dispose();
});

/** Changes which tools the profile of the token allows. */
async function pin(mcp_pins: readonly string[]): Promise<void> {
  const { url, adminToken = "" } = program.hub;
  const response = await fetch(`${url}/hub/admin/v1/profiles/profile_lab`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({ agent: { ...openProfileAgent, mcp_pins } }),
  });
  expect(response.status).toBe(200);
}

/** A session of an editor that passes the server `test`. */
async function sessionWith(editor: AcpEditor, folder: string): Promise<string> {
  const { command, args } = z
    .object({ command: z.string(), args: z.array(z.string()) })
    .parse(servers.stdio(folder));
  await editor.initialize();
  const { sessionId } = await editor.agent.request(methods.agent.session.new, {
    cwd: lab.folder({}),
    mcpServers: [{ name: "test", command, args, env: [] }],
  });
  return sessionId;
}

/** What the editor was told beside the answers. */
function toldTo({ updates }: AcpEditor): string {
  return updates
    .flatMap((update) =>
      update.sessionUpdate === "agent_thought_chunk" && update.content.type === "text"
        ? [update.content.text]
        : [],
    )
    .join("");
}

const echo = call("mcp_test_echo", { text: "Hi" });

test("over ACP a server that the person does not allow says that the next message asks again", async () => {
  const folder = servers.folder();
  const editor = acp.editor({ decide: () => "reject" });
  const missing = { expect: "There is no tool mcp_test_echo", text: "None." };
  const sessionId = await sessionWith(editor, folder);
  await editor.prompt(sessionId, lab.trajectory([echo, missing]));
  await editor.prompt(sessionId, "And now?");
  expect(editor.asked).toHaveLength(2);
  expect(toldTo(editor)).toContain(
    "The MCP server test is not approved. The next message asks again.",
  );
  expect(toldTo(editor)).not.toContain("--yes");
});

test("over ACP tools that the person does not allow say that the next message asks again", async () => {
  const folder = servers.folder();
  const editor = acp.editor({
    decide: ({ toolCall: { title } }) => (title?.startsWith("Start ") ? "allow" : "reject"),
  });
  const missing = { expect: "There is no tool mcp_test_echo", text: "None." };
  await editor.prompt(await sessionWith(editor, folder), lab.trajectory([echo, missing]));
  expect(toldTo(editor)).toContain(
    "The tool mcp_test_echo is new and not approved. The next message asks again.",
  );
  expect(toldTo(editor)).not.toContain("--yes");
});

test("over ACP a tool that the profile pins otherwise is withheld with its pin, and is there when that is entered", async () => {
  const folder = servers.folder();
  await pin([`test/echo@${"0".repeat(64)}`]);
  const before = acp.editor({ decide: () => "allow" });
  const withheld = { expect: "There is no tool mcp_test_echo", text: "None." };
  await before.prompt(await sessionWith(before, folder), lab.trajectory([echo, withheld]));
  expect(before.text).toBe("None.");
  const told = toldTo(before);
  const [, entry = ""] =
    /mcp_test_echo is not pinned as it is now.*: (test\/echo@[\da-f]{64})\n/u.exec(told) ?? [];
  expect(told).toContain("mcp_test_roots is not pinned");
  expect(servers.calls(folder)).not.toContain("echo");
  await pin([entry]);
  // A program reads the policy again after five minutes.
  const after = acp.editor({ decide: () => "allow" });
  const said = { expect: "^Hi$", ...call("mcp_test_roots", {}) };
  const others = { expect: "There is no tool mcp_test_roots", text: "Only echo." };
  await after.prompt(await sessionWith(after, folder), lab.trajectory([echo, said, others]));
  expect(after.text).toBe("Only echo.");
  await pin([]);
});
