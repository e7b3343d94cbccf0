import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { FakeUpstream } from "../../support/modelServer/fakeUpstream.ts";
import { openAiModel } from "../../support/modelServer/modelServer.ts";
import { askHub } from "../editor/askHub.ts";
import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

const bodySchema = z.object({ model: z.string() });

/** Neither name says which model is the smaller one: only the prices do. */
const prices = {
  "house-alpha": { input: "10", output: "30" },
  "house-beta": { input: "0.1", output: "0.4" },
};

const upstream = new FakeUpstream();
upstream.models = Object.keys(prices).map((id) => ({ id }));
upstream.handle = (request, response) => {
  const isTitle = request.fields["model"] === "house-beta";
  openAiModel({ text: [isTitle ? "Ferries on Fridays" : "Because the tide is low then."] })(
    request,
    response,
  );
};

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  const url = await upstream.listen();
  connected = await ConnectedEditor.start({ name: "titles" });
  const admin = `${connected.hub.url}/hub/admin/v1`;
  const { adminToken } = connected.hub;
  await askHub(`${admin}/upstreams`, adminToken, {
    method: "POST",
    body: JSON.stringify({ name: "house", url: url.href, format: "openai", is_active: true }),
  });
  for (const [id, price] of Object.entries(prices)) {
    await askHub(`${admin}/models/${id}`, adminToken, {
      method: "PUT",
      body: JSON.stringify({ price, tiers: [], is_active: true }),
    });
  }
  workbench = await connected.editor.openWindow();
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("house-alpha");
});

afterAll(async () => {
  await connected.dispose();
  upstream.close();
});

async function ask(text: string): Promise<void> {
  await chat.ask(text);
  await chat.waitForAnswer("complete");
}

/** The models that the hub was asked for, in order. */
function askedModels(): readonly string[] {
  return connected.chats().map(({ body }) => bodySchema.parse(JSON.parse(body)).model);
}

/** The open history's rows with these words. */
async function openHistory(words: string): Promise<Locator> {
  await workbench.runCommand("AI Hub: History");
  const history = chat.region.getByRole("dialog", { name: "History" });
  return history.locator("[data-history-row]").filter({ hasText: words });
}

test("a new conversation is named by one request to the cheapest model, and by none if the person does not want it", async () => {
  await ask("Why does no ferry leave the old harbour on Fridays?");
  await expect.poll(askedModels).toEqual(["house-alpha", "house-beta"]);
  await (await openHistory("Ferries on Fridays")).waitFor();
  await workbench.screenshot("named");
  await workbench.page.keyboard.press("Escape");
  await ask("And on Sundays?");
  connected.editor.changeSettings({ "aiHub.chat.generateTitles": false });
  await workbench.reload();
  chat = await workbench.openChat();
  await chat.startAnew(workbench);
  await ask("Which lighthouse is the oldest one?");
  await ask("And the tallest?");
  expect(askedModels().slice(2)).toEqual(["house-alpha", "house-alpha", "house-alpha"]);
  await (await openHistory("Which lighthouse is the oldest one?")).waitFor();
});
