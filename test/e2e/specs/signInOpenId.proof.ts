import { afterAll, beforeAll, expect, test } from "vitest";

import { OpenIdProvider } from "../../integration/admin/openIdProvider.ts";
import { filesWith, openIdFlags } from "../../support/openIdHub.ts";
import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

const provider = new OpenIdProvider();
let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  await provider.listen();
  provider.person = { sub: "1", name: "Nina", email: "nina@example.com", email_verified: true };
  connected = await ConnectedEditor.start({
    name: "sign-in-openid",
    isHubFound: false,
    hubFlags: (folder) => openIdFlags(provider, folder),
  });
  // The organisation's device management has set the address.
  connected.editor.changeSettings({ "aiHub.baseUrl": connected.hub.url });
  workbench = await connected.editor.openWindow();
  chat = await workbench.openChat();
});
afterAll(async () => {
  await connected.dispose();
  await provider.close();
});

test("with the organisation's sign-in it takes four actions from the view to the first message", async () => {
  const { url } = connected.hub;
  const actions: string[] = [];
  await chat.button("Sign in").click();
  actions.push("sign in");
  const dialog = workbench.dialog("Sign in to");
  await dialog.waitFor();
  const [code = ""] = /[A-Z]{4}-[A-Z]{4}/u.exec(await dialog.innerText()) ?? [];
  const opened = workbench.page.context().waitForEvent("page");
  await workbench.answerDialog("Open Page");
  actions.push("open the page");
  const page = await opened;
  // This editor leads to ports of its machine by a proxy of its own, which tests turn off.
  await page.goto(`${url}/hub/console/device?code=${code}`);
  await page.getByRole("link", { name: "Example" }).click();
  actions.push("sign in at the organisation");
  await page.locator("p.device-code").getByText(code).waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  actions.push("approve");
  await page.getByText("Your device is signed in.").waitFor();
  await page.close();
  await chat.ask("Hello");
  await expect.poll(() => connected.chats().length).toBe(1);
  const token = connected.chats()[0]?.headers["authorization"]?.slice("Bearer ".length) ?? "";
  expect(token).toMatch(/^sk_hub_/u);
  expect(actions).toHaveLength(4);
  for (const secret of [token, "rt_hub_"]) {
    expect(filesWith(secret, connected.editor.userData)).toEqual([]);
  }
});
