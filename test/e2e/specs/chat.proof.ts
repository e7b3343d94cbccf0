import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

const source = `export async function retry(task: () => Promise<void>, attempts: number) {
  // TODO: give up after a while
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await task();
  }
}
`;

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "chat",
    files: { "src/retry.ts": source, "README.md": "# Sample\n" },
  });
  workbench = await connected.editor.openWindow();
  chat = await workbench.openChat();
});

afterAll(async () => {
  await connected.dispose();
});

test("a running local hub is found without typing anything, and an answer comes", async () => {
  await chat.message.waitFor();
  await chat.ask("What can you do?");
  const answer = await chat.waitForAnswer("complete");
  await expect.poll(() => answer.textContent()).toContain("demo");
  await workbench.screenshot("answer");
});

test("the request carries the token, the application and exactly the body that was asked for", async () => {
  await chat.chooseModel("hub-script-echo");
  const before = connected.chats().length;
  await chat.ask("Just these words");
  const answer = await chat.waitForAnswer("complete");
  await expect.poll(() => answer.textContent()).toContain("Just these words");
  const [request, ...others] = connected.chats().slice(before);
  expect(others).toEqual([]);
  expect(request?.headers).toMatchObject({
    authorization: `Bearer ${connected.hub.token}`,
    "x-hub-app": "vscode",
    "content-type": "application/json",
  });
  // The tools are those of the sandbox that the local hub brings.
  const { tools, ...body } = JSON.parse(request?.body ?? "") as {
    readonly messages: readonly object[];
    readonly tools: readonly object[];
  };
  expect(tools.length).toBeGreaterThan(0);
  expect(body).toEqual({
    model: "hub-script-echo",
    messages: body.messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(body.messages.map((message) => ({ ...message, content: undefined }))).toEqual(
    ["system", "user", "assistant", "user"].map((role) => ({ role, content: undefined })),
  );
  expect(body.messages.at(-1)).toEqual({ role: "user", content: "Just these words" });
});

test("a hidden view keeps its draft, and the answer that streams goes on", async () => {
  await chat.chooseModel("hub-script-slow");
  await chat.ask("Go on while I am away");
  await chat.waitForAnswer("streaming");
  await chat.write("Half a thought");
  await workbench.page
    .getByRole("tab", { name: /^Explorer/u })
    .first()
    .click();
  await chat.region.waitFor({ state: "hidden" });
  chat = await workbench.openChat();
  await chat.waitForAnswer("streaming");
  await expect.poll(() => chat.message.inputValue()).toBe("Half a thought");
  const early = ((await chat.lastAnswer.textContent()) ?? "").length;
  await expect
    .poll(async () => ((await chat.lastAnswer.textContent()) ?? "").length)
    .toBeGreaterThan(early);
  await chat.stop.click();
  await chat.waitForAnswer("stopped");
});

test("a new chat is empty, and the history brings the old one back", async () => {
  await chat.startAnew(workbench);
  await workbench.runCommand("AI Hub: History");
  const history = chat.region.getByRole("dialog", { name: "History" });
  await history.getByRole("searchbox", { name: "Search all messages" }).fill("these JUST");
  await workbench.screenshot("history");
  await history.getByRole("button", { name: "What can you do?" }).first().click();
  await chat.questions.filter({ hasText: "Just these words" }).waitFor();
});

test("a conversation is exported in all three formats, and its JSON is imported as a new one", async () => {
  expect(await exported("HTML", "html")).toContain("<!DOCTYPE html>");
  await exported("Markdown", "md");
  await exported("JSON", "json");
  await chat.startAnew(workbench);
  await workbench.runCommand("AI Hub: Import Chat…");
  await workbench.quickInput.enterPath(join(connected.editor.workspace, "export.json"));
  await chat.questions.filter({ hasText: "Just these words" }).waitFor();
  await workbench.runCommand("AI Hub: History");
  const history = chat.region.getByRole("dialog", { name: "History" });
  await history.getByRole("searchbox", { name: "Search all messages" }).fill("these JUST");
  await expect.poll(() => history.getByRole("listitem").count()).toBe(2);
  await workbench.page.keyboard.press("Escape");
  await history.waitFor({ state: "hidden" });
});

test("the chat opens in an editor tab, too, with the same conversation", async () => {
  await workbench.runCommand("AI Hub: Open Chat in Editor");
  await workbench.page.getByRole("tab", { name: "Explorer" }).first().click();
  const tab = await workbench.chat();
  await tab.questions.filter({ hasText: "Just these words" }).waitFor();
  await workbench.screenshot("tab");
});

/** Writes what is shown into a file by the editor's own dialog; answers its text, which has a message of it. */
async function exported(format: string, extension: string): Promise<string> {
  const path = join(connected.editor.workspace, `export.${extension}`);
  await workbench.runCommand("AI Hub: Export Chat…");
  await workbench.quickInput.pick(format);
  await expect.poll(() => workbench.quickInput.field.inputValue()).toContain(`.${extension}`);
  await workbench.quickInput.enterPath(path);
  await workbench.notification("The chat is exported.").first().waitFor();
  // The notification may be an earlier export's, and a file is there before its text is.
  const text = (): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
  await expect.poll(text).toContain("Just these words");
  return text();
}
