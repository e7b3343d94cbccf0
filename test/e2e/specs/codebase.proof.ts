import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

const filler = Array.from({ length: 60 }, (_, index) => `export const other${index} = ${index};`);

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "codebase",
    files: {
      ".gitignore": "generated/\n",
      "src/net/retry.ts": `${filler.join("\n")}\n\n/** Sends a request again when it failed. */\nexport function retryRequest(): number {\n  return 3;\n}\n`,
      "src/colors.ts": "export const red = 1;\n",
      "generated/retry.ts": "export function retryRequest(): number {\n  return 4;\n}\n",
    },
  });
  workbench = await connected.editor.openWindow();
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-echo");
});

afterAll(async () => {
  await connected.dispose();
});

async function searchCode(text: string): Promise<void> {
  await workbench.runCommand("AI Hub: Search Code");
  await workbench.quickInput.fill(text);
}

test("@codebase is replaced by the lines that fit the message, and they go along", async () => {
  await chat.message.pressSequentially("@codebase");
  await expect.poll(() => chat.suggestions.first().textContent()).toContain("codebase");
  await chat.message.press("Enter");
  await chat.contextItems.filter({ hasText: "codebase" }).waitFor();
  await workbench.screenshot("chip");
  const before = connected.chats().length;
  await chat.ask("Where do we retry a failed request?");
  await chat.waitForAnswer("complete");
  const sent = JSON.stringify(connected.chats()[before]);
  expect(sent).toContain("path=src/net/retry.ts lines=");
  expect(sent).toContain("Sends a request again when it failed.");
  expect(sent).not.toContain("generated/retry.ts");
  expect(sent).not.toContain("@codebase");
  await workbench.screenshot("sent");
});

test("where nothing fits, the message stays and says so", async () => {
  await chat.message.pressSequentially("@codebase");
  await expect.poll(() => chat.suggestions.first().textContent()).toContain("codebase");
  await chat.message.press("Enter");
  await chat.contextItems.filter({ hasText: "codebase" }).waitFor();
  await chat.write("zyzzyva quokka");
  await chat.message.press("Enter");
  await chat.region.getByText("Nothing in the code fits this message.").waitFor();
  await workbench.screenshot("nothing");
  await expect.poll(() => chat.message.inputValue()).toBe("zyzzyva quokka");
  await chat.removeFromContext("@codebase");
  await chat.write("");
});

test("a click into the file that Search Code previews stays in that file; Escape goes back", async () => {
  await workbench.openFile("colors.ts");
  const tab = workbench.page.locator(".tab.active");
  const preview = async (): Promise<void> => {
    await searchCode("retryRequest");
    await tab.filter({ hasText: "retry.ts" }).waitFor();
  };
  await preview();
  await workbench.quickInput.cancel();
  await tab.filter({ hasText: "colors.ts" }).waitFor();
  await preview();
  await workbench.editorText("retryRequest").first().click();
  await workbench.quickInput.widget.waitFor({ state: "detached" });
  await workbench.screenshot("clicked");
  await expect.poll(() => tab.textContent()).toContain("retry.ts");
});

test("the semantic index shows what it would send, sends it after Build, and gives its vectors back", async () => {
  expect(connected.embeddings()).toEqual([]);
  await workbench.runCommand("AI Hub: Build Semantic Index");
  const dialog = workbench.dialog("Send the code of this workspace");
  await dialog.waitFor();
  await workbench.screenshot("semantic-estimate");
  const shown = await dialog.textContent();
  expect(shown).toContain("Model: hub-hash-512");
  expect(shown).toMatch(/To send: \d+ pieces of code, about [\d,]+ tokens/u);
  expect(connected.embeddings()).toEqual([]);
  await workbench.answerDialog("Build");
  await workbench.page.getByText("The semantic index is ready.").first().waitFor();
  const sent = connected.embeddings();
  expect(new Set(sent.map(({ headers }) => headers["x-hub-app"]))).toEqual(
    new Set(["vscode-index"]),
  );
  expect(JSON.stringify(sent)).toContain("Sends a request again");
  await workbench.runCommand("AI Hub: Delete Semantic Index");
  await workbench.page.getByText("The semantic index is deleted.").first().waitFor();
});

test("no word of the code is in a log or in the files of the index", () => {
  const { editor } = connected;
  const words = ["Sends a request again", "retryRequest"];
  for (const path of editor.logFiles()) {
    const log = readFileSync(path, "utf8");
    expect(words.filter((word) => log.includes(word)).map((word) => [path, word])).toEqual([]);
  }
  const kept = editor.filesWith("retryRequest").filter((path) => path.includes("/codeIndex/"));
  expect(kept).toEqual([]);
});
