import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createLocalHubFetch } from "../../../src/agentNode/provenFetch.ts";
import { findLocalHub } from "../../../src/extension/connection/localHubFile.ts";
import { type Editor, startEditor } from "../editor/startEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

const token = "sk_hub_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ";

let editor: Editor;
let workbench: Workbench;
let chat: ChatView;
let organisation: Server;
const asked: IncomingHttpHeaders[] = [];
let repeatsToken = false;

/** The hub of an organisation, as far as the first use needs it. */
function createOrganisationHub(): Server {
  return createServer((request, response) => {
    asked.push(request.headers);
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    if (repeatsToken && request.method === "POST") {
      response.writeHead(403, { "Content-Type": "application/json", "X-Request-Id": token });
      response.end(JSON.stringify({ error: { message: `No: ${token}`, code: token } }));
      return;
    }
    response.writeHead(isKnown ? 200 : 401, { "Content-Type": "application/json" });
    response.end(
      JSON.stringify(
        isKnown
          ? { data: [{ id: "org-large", name: "Organisation large", context_length: 200_000 }] }
          : { error: { message: "no", type: "authentication_error", code: "invalid_api_key" } },
      ),
    );
  });
}

beforeAll(async () => {
  organisation = createOrganisationHub();
  await new Promise<void>((resolve) => {
    organisation.listen(0, "127.0.0.1", resolve);
  });
  editor = await startEditor({ name: "first-use" });
  workbench = await editor.openWindow();
  chat = await workbench.openChat();
});

afterAll(async () => {
  await editor.dispose();
  organisation.close();
});

test("the first use is a friendly page, not an error", async () => {
  await chat.button("Try it without a hub").waitFor();
  expect(await chat.alert.count()).toBe(0);
  await workbench.screenshot("start-page");
});

test.each([
  ["http://hub.example.com", /https/u],
  ["https://user:secret@hub.example.com", /token|password/iu],
  ["not a url", /space|address/iu],
])("the address %j is refused with a reason", async (address, reason) => {
  const field = chat.region.getByRole("textbox", { name: "Hub address" });
  await field.fill(address);
  await chat.button("Connect").click();
  await chat.region.getByText(reason).first().waitFor();
  await expect.poll(() => field.inputValue()).toBe(address);
});

test("a hub that is down is said to be so, with the ways on; without a scheme an address is completed", async () => {
  const { port } = organisation.address() as AddressInfo;
  await new Promise((resolve) => {
    organisation.close(resolve);
  });
  await chat.region.getByRole("textbox", { name: "Hub address" }).fill(`127.0.0.1:${port}`);
  await chat.button("Connect").click();
  await chat.region.getByText("does not accept connections").waitFor();
  await workbench.screenshot("hub-down");
  expect(await chat.region.getByText("Connected to").count()).toBe(0);
  await chat.button("Diagnose…").waitFor();
  await chat.button("Change address").click();
  await expect.poll(() => workbench.quickInput.field.inputValue()).toBe(`http://127.0.0.1:${port}`);
  await workbench.screenshot("change-address");
  await workbench.quickInput.cancel();
  await new Promise<void>((resolve) => {
    organisation.listen(port, "127.0.0.1", resolve);
  });
  await chat.button("Try again").click();
  await chat.button("Set token").first().waitFor();
});

test("after a wrong token, entering another is the default", async () => {
  await workbench.runTitleAction("Set Token");
  await workbench.quickInput.fill("sk_hub_wrong");
  await workbench.quickInput.accept();
  const dialog = workbench.dialog("did not accept your token");
  await dialog.waitFor();
  await workbench.screenshot("wrong-token");
  await workbench.page.keyboard.press("Enter");
  await workbench.quickInput.field.waitFor();
  await workbench.quickInput.cancel();
});

test("an address and a token make it ready; the token is tried at once and cleaned of what was pasted with it", async () => {
  const { port } = organisation.address() as AddressInfo;
  await chat.button("Change address").click();
  await chat.region
    .getByRole("textbox", { name: "Hub address" })
    .fill(`http://127.0.0.1:${port}/hub/v1/chat/completions`);
  await chat.button("Connect").click();
  await chat.button("Set token").first().waitFor();
  await workbench.screenshot("needs-token");
  await workbench.runTitleAction("Set Token");
  await workbench.quickInput.fill(`"Bearer ${token}" `);
  await workbench.quickInput.accept();
  await workbench.notification("accepts the token").waitFor();
  await chat.message.waitFor();
  expect(asked.at(-1)).toMatchObject({
    authorization: `Bearer ${token}`,
    "x-hub-app": "vscode",
  });
  await expect.poll(() => chat.model.textContent()).toContain("Organisation large");
});

test("another window is ready without a token being typed again", async () => {
  const second = await editor.openWindow({ width: 900 });
  const other = await second.openChat();
  await other.message.waitFor();
  await second.close();
});

test("the token is in no file, page or log, though the hub repeats it in an error", async () => {
  repeatsToken = true;
  await chat.ask("Hello, unmistakable words");
  await chat.waitForAnswer("failed");
  const { page } = workbench;
  const pages = await Promise.all(page.frames().map((frame) => frame.content()));
  expect(pages.join("\n")).toContain("Hello, unmistakable words");
  expect(pages.join("\n")).not.toContain(token);
  await expect.poll(() => editor.filesWith("Hello, unmistakable words").length).toBeGreaterThan(0);
  expect(editor.filesWith(token)).toEqual([]);
});

test("without a hub, one click starts the local one and an answer comes; stopping it ends the process", async () => {
  await workbench.runCommand("AI Hub: Start Local Hub");
  await expect.poll(() => chat.model.textContent(), { timeout: 30_000 }).toContain("emo");
  await chat.ask("Hello");
  await chat.waitForAnswer("complete");
  expect(await findLocalHub(editor.hubHome, createLocalHubFetch())).toBeDefined();
  await workbench.runCommand("AI Hub: Stop Local Hub");
  await expect.poll(() => findLocalHub(editor.hubHome, createLocalHubFetch())).toBeUndefined();
  await chat.region.getByText("There is no hub to ask yet.").first().waitFor();
  await workbench.screenshot("local-hub-stopped");
});
