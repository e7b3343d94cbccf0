import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import { isSoonVisible } from "../pages/visibility.ts";
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
let chat: ChatView;

/** The place from which people install by hand, with a newer version. */
function createSite(): Server {
  const manifest = JSON.stringify({ name: "ai-hub", publisher: "aihub", version: "99.1.0" });
  const texts = new Map([
    ["/vscode-extension/package.json", manifest],
    ["/vscode-extension/CHANGELOG.md", changeLog],
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
    settings: {
      "aiHub.extensionUrl": `http://127.0.0.1:${port}`,
      "terminal.integrated.gpuAcceleration": "off",
    },
  });
  workbench = await connected.editor.openWindow({ width: 1000, height: 760 });
  chat = await workbench.openChat();
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

test("what is selected in the terminal is explained in a new chat, once Enter sends it", async () => {
  const { page } = workbench;
  await workbench.runCommand("Terminal: Create New Terminal");
  const terminal = page.locator(".terminal-wrapper.active .xterm");
  await terminal.waitFor();
  await page.keyboard.type("echo spot-$((40+2))");
  await page.keyboard.press("Enter");
  const output = terminal.locator(".xterm-rows > div").filter({ hasText: /^spot-42/u });
  await output.waitFor();
  const { x = 0, y = 0 } = (await output.boundingBox()) ?? {};
  const explain = page.getByRole("menuitem", { name: "Explain Terminal Selection" });
  do {
    // The editor notes what is selected after the mouse was let go.
    await page.mouse.dblclick(x + 20, y + 8);
    await page.mouse.click(x + 20, y + 8, { button: "right" });
  } while (!(await isSoonVisible(explain)));
  await workbench.screenshot("terminal");
  await explain.click();
  await expect.poll(() => chat.message.inputValue()).toContain("Explain this terminal output");
  await chat.sendTyped();
  await chat.waitForAnswer("complete");
  await workbench.screenshot("explained");
  const { body = "" } = connected.chats().at(-1) ?? {};
  expect(body).toContain("Explain this terminal output");
  expect(body).toContain("spot-42");
});
