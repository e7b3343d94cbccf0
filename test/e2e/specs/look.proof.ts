import { afterAll, beforeAll, expect, test } from "vitest";

import { contrastOf, readColor, type Rgb } from "../../../src/webview/kit/contrast.ts";
import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

const code = '```ts\n// why\nexport const total = add(1, "two");\n```\n';

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "look",
    settings: {
      "window.autoDetectColorScheme": true,
      "workbench.colorTheme": "Default Dark Modern",
      "workbench.preferredLightColorTheme": "Quiet Light",
      "workbench.preferredDarkColorTheme": "Monokai",
    },
  });
  workbench = await connected.editor.openWindow();
  await workbench.page.emulateMedia({ colorScheme: "light" });
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-echo");
  await chat.ask(code);
  await chat.waitForAnswer("complete");
});

afterAll(async () => {
  await connected.dispose();
});

const block = () => chat.lastAnswer.locator(".md-code");

const colorOf = (tokenClass: string) =>
  block()
    .locator(`.hl-${tokenClass}`)
    .first()
    .evaluate((element) => getComputedStyle(element).color);

/** The least contrast of any colour of the code. */
async function leastContrast(): Promise<number> {
  const colors = await block()
    .locator("[class*=hl-]")
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).color));
  const background: Rgb = readColor(
    await block().evaluate((element) => getComputedStyle(element).backgroundColor),
  ) ?? [0, 0, 0];
  return Math.min(...colors.map((color) => contrastOf(readColor(color) ?? background, background)));
}

test("code has the colours of the preferred theme of the system's scheme, also when that changes", async () => {
  // #448c27 of Quiet Light, on its way to the text's colour until it is readable.
  await expect.poll(() => colorOf("string")).toBe("rgb(65, 122, 41)");
  expect(await leastContrast()).toBeGreaterThanOrEqual(4.5);
  await workbench.screenshot("code-light");
  await workbench.page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => colorOf("string")).toBe("rgb(230, 219, 116)");
  expect(await leastContrast()).toBeGreaterThanOrEqual(4.5);
  await workbench.screenshot("code-dark");
});

test("the chat's menu leads to the address, the settings, the preview and the walkthrough", async () => {
  await workbench.openTitleMenu();
  const { page } = workbench;
  for (const name of ["Preview What Is Sent", "Hub Address…", "Settings", "Walkthrough"]) {
    await page.getByRole("menuitem", { name, exact: true }).waitFor();
  }
  await workbench.screenshot("title-menu");
  await page.keyboard.press("Escape");
});

test("the extension's page begins with its use, and has no picture that does not load", async () => {
  const { page } = workbench;
  await workbench.runCommand("Extensions: Show Installed Extensions");
  await page.locator(".extensions-list").getByText("AI Hub", { exact: true }).first().click();
  const details = page
    .frameLocator('iframe.webview.ready:not([src*="extensionId=aihub.ai-hub"]):visible')
    .frameLocator("iframe#active-frame");
  await details.getByRole("heading", { name: "Begin", exact: true }).waitFor();
  await workbench.screenshot("extension-page");
  expect(await details.locator("img").count()).toBe(0);
});
