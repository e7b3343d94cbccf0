import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

const long = {
  text: "word ".repeat(12_000),
  calls: [{ tool: "read_file", args: { path: "a.ts" } }],
};

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "runCap",
    files: { "a.ts": "export const a = 1;\n" },
    // A model without a price has 20,000 tokens then.
    settings: { "aiHub.agent.maxCost": 0.08 },
    plays: { more: [long, { text: "It is done." }], kept: [long, { text: "Never." }] },
  });
  workbench = await connected.editor.openWindow({ width: 1300, height: 900 });
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-play");
});

afterAll(async () => {
  await connected.dispose();
});

function bar(): Locator {
  return chat.region.getByRole("region", { name: "Run", exact: true });
}

async function askUntilCap(task: string): Promise<void> {
  await chat.startAnew(workbench);
  await chat.chooseAgent(workbench);
  await chat.ask(task);
  await bar()
    .getByText(/^Paused: [\d,]+ of 20,000 tokens used\.$/u)
    .first()
    .waitFor({ timeout: 60_000 });
}

function limits(): readonly (string | undefined)[] {
  return connected.chats().map(({ headers }) => headers["x-hub-run-limit"]);
}

test("a run at its cap goes on with as much again, after a reload, too", async () => {
  await askUntilCap("play:more");
  await workbench.screenshot("runCap");
  await workbench.reload();
  await chat.region.waitFor();
  await bar().getByRole("button", { name: "Allow 20,000 more", exact: true }).click();
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByText("It is done.").waitFor();
  expect(limits()).toContain("0.16; was=0.08");
  await bar().waitFor({ state: "detached" });
});

test("a run that is left at its cap stays left, after a reload, too", async () => {
  await askUntilCap("play:kept");
  await bar().getByRole("button", { name: "Keep what was done", exact: true }).click();
  await bar().waitFor({ state: "detached" });
  await workbench.reloadByCommand();
  await chat.region.waitFor();
  await chat.lastAnswer.getByText("has reached its limit").waitFor();
  expect(await bar().count()).toBe(0);
});
