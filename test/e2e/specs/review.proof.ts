import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

const before = "export function last(list) {\n  return list[list.length - 1];\n}\n";
const after = "// play:review\nexport function last(list) {\n  return list[list.length];\n}\n";

/** A scripted model: it proves the way of a finding, not a model's precision. */
const findings = [
  {
    file: "src/last.js",
    line: 3,
    severity: "error",
    title: "The index is one too high",
    evidence: "`list[list.length]` is [never](command:workbench.action.quit) an element.\n<b>x</b>",
  },
  { file: "src/other.js", line: 1, severity: "note", title: "New file", evidence: "No test." },
  { file: "../outside.js", line: 1, severity: "error", title: "Outside", evidence: "x" },
];

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

function git(...args: readonly string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  execFileSync("git", [...identity, ...args], { cwd: connected.editor.workspace });
}

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "review",
    files: {
      "src/last.js": before,
      ".github/prompts/review.prompt.md": "Look for wrong indexes.\n",
    },
    settings: { "git.enabled": true },
    plays: { review: [{ text: JSON.stringify({ findings }) }] },
  });
  git("init", "--quiet", "-b", "main");
  git("add", ".");
  git("commit", "--quiet", "-m", "one");
  writeFileSync(join(connected.editor.workspace, "src/last.js"), after);
  writeFileSync(join(connected.editor.workspace, "src/other.js"), "export {};\n");
  workbench = await connected.editor.openWindow();
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-play");
});

afterAll(async () => {
  await connected.dispose();
});

test("/review shows the findings in the open changes as comments and in the Comments panel", async () => {
  const { page, quickInput } = workbench;
  await chat.write("/review");
  await chat.message.press("Enter");
  await quickInput.widget.waitFor();
  await workbench.screenshot("reviewRange");
  await quickInput.pick("Open changes");
  await workbench.dialog("for a review?").waitFor();
  await workbench.answerDialog("Send them");
  await workbench.notification("Findings of the review: 2.").waitFor();
  const panel = page.locator(".comments-panel");
  await panel.getByText("The index is one too high").first().waitFor();
  await workbench.screenshot("reviewPanel");
  const body = connected.chats().at(-1)?.body ?? "";
  expect(body).toContain("Look for wrong indexes.");
  expect(body).toContain("+++ b/src/other.js");
});

test("a model's text in a comment is text: no link, no element", async () => {
  const { page } = workbench;
  await page.locator(".comments-panel").getByText("The index is one too high").first().dblclick();
  const comment = page.locator(".review-widget").filter({ hasText: "The index is one too high" });
  await comment.getByText("[never](command:workbench.action.quit)").waitFor();
  await workbench.screenshot("reviewComment");
  expect(await comment.locator(".comment-body a, .comment-body b").count()).toBe(0);
});

test("a finding becomes a task that the person sends, and is dismissed", async () => {
  const { page } = workbench;
  const requests = connected.chats().length;
  const comment = page.locator(".review-widget").filter({ hasText: "The index is one too high" });
  await comment.getByRole("button", { name: "Fix with the Agent" }).click();
  await expect
    .poll(() => chat.message.inputValue())
    .toContain("Check this finding of a review in src/last.js, line 3.");
  await chat.region.locator('[aria-label="Mode"][aria-description^="Agent"]').waitFor();
  await workbench.screenshot("reviewTask");
  expect(connected.chats()).toHaveLength(requests);
  await comment.getByRole("button", { name: "Dismiss Finding" }).click();
  await comment.waitFor({ state: "detached" });
});

test("a finding whose line changed is marked, and all are dismissed together", async () => {
  const { page } = workbench;
  await page.locator(".comments-panel").getByText("New file").first().dblclick();
  const comment = page.locator(".review-widget").filter({ hasText: "New file" });
  await comment.waitFor();
  await workbench.goToEnd("other.js", 1);
  await page.keyboard.type(" // more");
  await comment.getByText("the line changed since").waitFor();
  await workbench.screenshot("reviewChanged");
  await workbench.runCommand("AI Hub: Dismiss All Findings");
  await comment.waitFor({ state: "detached" });
});
