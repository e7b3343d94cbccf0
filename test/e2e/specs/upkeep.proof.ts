import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { Workbench } from "../pages/workbench.ts";

const changeLog = `# Changelog

## [99.1.0] - 2026-12-01

- Conversations can be sorted by hand

## [0.0.1] - 2026-01-01

- First version
`;

let site: Server;
let connected: ConnectedEditor;
let workbench: Workbench;

/** The place from which people install by hand, with a newer version. */
function createSite(): Server {
  const manifest = JSON.stringify({ name: "ai-hub", publisher: "aihub", version: "99.1.0" });
  const texts = new Map([
    ["/vscode-extension/package.json", manifest],
    ["/vscode-extension/changelog.md", changeLog],
  ]);
  return createServer(({ url = "" }, response) => {
    response.writeHead(texts.has(url) ? 200 : 404).end(texts.get(url));
  });
}

beforeAll(async () => {
  site = createSite();
  await new Promise<void>((resolve) => {
    site.listen(0, "127.0.0.1", resolve);
  });
  const { port } = site.address() as AddressInfo;
  connected = await ConnectedEditor.start({
    name: "upkeep",
    settings: { "aiHub.extensionUrl": `http://127.0.0.1:${port}` },
  });
  workbench = await connected.editor.openWindow({ width: 1000, height: 760 });
  await workbench.openChat();
});

afterAll(async () => {
  await connected.dispose();
  site.close();
});

test("a newer version is told when the chat is seen, with what changed", async () => {
  const notice = workbench.notification(/AI Hub 99\.1\.0 is available; you have \d/u);
  await notice.waitFor();
  await workbench.screenshot("update");
  await notice.getByRole("button", { name: "What changed" }).click();
  await workbench.editorText("Conversations can be sorted by hand").waitFor();
  expect(await workbench.editorText("First version").count()).toBe(0);
  await workbench.screenshot("changes");
});

test("a version that is skipped is offered again on request", async () => {
  const notice = workbench.notification(/AI Hub 99\.1\.0 is available/u);
  await notice.getByRole("button", { name: "Skip this version" }).click();
  await notice.waitFor({ state: "detached" });
  await workbench.runCommand("AI Hub: Check for Updates");
  await notice.waitFor();
});

test("the report about the connection says that it works, and holds no secret", async () => {
  const before = connected.chats().length;
  await workbench.runCommand("AI Hub: Diagnose Connection");
  await workbench.dialog("Send one short request to").waitFor({ timeout: 60_000 });
  expect(connected.chats()).toHaveLength(before);
  await workbench.screenshot("doctorAsks");
  await workbench.answerDialog("Send it");
  await workbench.notification("The connection to the hub works.").waitFor({ timeout: 60_000 });
  await workbench.page.locator(".tab").filter({ hasText: "Connection report" }).waitFor();
  const preview = workbench.page
    .frameLocator('iframe.webview.ready[src*="markdown-language-features"]:visible')
    .frameLocator("iframe#active-frame");
  await preview.getByRole("heading", { name: "AI Hub: connection report" }).waitFor();
  await workbench.screenshot("doctor");
  const notice = workbench.notification("The connection to the hub works.");
  await notice.getByRole("button", { name: "Copy report" }).click();
  const copied = (): Promise<string> =>
    workbench.page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("# AI Hub: connection report");
  const report = await copied();
  expect(report).not.toContain(connected.hub.token);
  expect(report).not.toMatch(/sk_hub_\w/u);
});
