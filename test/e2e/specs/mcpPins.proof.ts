import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { openProfileAgent } from "../../../src/shared/hubApi/agentPolicy.ts";
import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { Workbench } from "../pages/workbench.ts";

const folder = mkdtempSync(join(tmpdir(), "aih-mcp-"));
let connected: ConnectedEditor;
let workbench: Workbench;

beforeAll(async () => {
  const program = join(root, "test/support/mcpServer.ts");
  connected = await ConnectedEditor.start({
    name: "mcpPins",
    settings: {
      "aiHub.mcp.servers": { test: { command: process.execPath, args: [program, folder] } },
    },
  });
  workbench = await connected.editor.openWindow({ width: 1300, height: 900 });
  const chat = await workbench.openChat();
  await chat.message.waitFor();
});

afterAll(async () => {
  await connected.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function copied(): Promise<string> {
  return workbench.page.evaluate(() => navigator.clipboard.readText());
}

test("the pins of a server's tools are copied from its menu as the hub takes them", async () => {
  const { quickInput, page } = workbench;
  await page.evaluate(() => navigator.clipboard.writeText("copied before"));
  await workbench.runCommand("AI Hub: MCP Servers");
  await quickInput.pick("test");
  await quickInput.pick("Start");
  await workbench.dialog("Start the MCP server “test”?").waitFor();
  await workbench.answerDialog("Start");
  await quickInput.pick("Copy pins for the hub…");
  await quickInput.widget.getByText("that the hub should allow in their present version").waitFor();
  for (const tool of ["echo", "roots"]) {
    await quickInput.tick(tool);
  }
  await workbench.screenshot("choose");
  await quickInput.accept();
  await expect.poll(copied).toMatch(/^test\/echo@[\da-f]{64}\ntest\/roots@[\da-f]{64}$/u);
  // The menu of the server is there again.
  await quickInput.widget.getByText("Copy pins for the hub…").waitFor();
  await quickInput.cancel();

  const { url, adminToken = "" } = connected.hub;
  const pins = { ...openProfileAgent, mcp_pins: (await copied()).split("\n") };
  const response = await fetch(`${url}/hub/admin/v1/profiles/profile_lab`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({ agent: pins }),
  });
  expect(response.status).toBe(200);
});
