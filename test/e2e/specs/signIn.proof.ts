import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({ name: "sign-in", isHubFound: false });
  workbench = await connected.editor.openWindow();
  chat = await workbench.openChat();
});
afterAll(() => connected.dispose());

test("a person signs in at the hub's page, and chats without a token pasted", async () => {
  const { url, adminToken = "" } = connected.hub;
  await chat.region.getByRole("textbox", { name: "Hub address" }).fill(url);
  await chat.button("Connect").click();
  await chat.button("Sign in").waitFor();
  await workbench.screenshot("sign-in");
  await chat.button("Sign in").click();
  const dialog = workbench.dialog("Sign in to");
  await dialog.waitFor();
  const [code = ""] = /[A-Z]{4}-[A-Z]{4}/u.exec(await dialog.innerText()) ?? [];
  expect(code).not.toBe("");
  await workbench.screenshot("sign-in-code");
  const opened = workbench.page.context().waitForEvent("page");
  await workbench.answerDialog("Open Page");
  const page = await opened;
  expect(page.url()).toContain(`/hub/console/device?code=${code}`);
  // This editor leads to ports of its machine by a proxy of its own, which tests turn off.
  await page.goto(`${url}/hub/console/device?code=${code}`);
  await page.getByRole("button", { name: "Use the administrator’s token" }).click();
  await page.getByLabel("Administrator’s token").fill(adminToken);
  await page.keyboard.press("Enter");
  await page.locator("p.device-code").getByText(code).waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Your device is signed in.").waitFor();
  await page.close();
  await workbench.page.getByText("You are signed in.").first().waitFor();
  await chat.ask("Hello");
  await expect.poll(() => connected.chats().length).toBe(1);
  const [request] = connected.chats();
  expect(request?.headers["authorization"]).toMatch(/^Bearer sk_hub_/u);
  expect(request?.headers["x-hub-app"]).toBe("vscode");
});
