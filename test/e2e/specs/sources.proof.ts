import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

const source = `export function delayMs(attempt: number): number {
  return 100 * attempt;
}

export function isLastAttempt(attempt: number): boolean {
  return attempt === 3;
}
`;

const files = {
  "src/net/delay.ts": source,
  "src/net/notes.md": "Retries wait longer each time.\n",
  "src/net/gone.ts": "export const goneSoon = true;\n",
  "src/net/built.ts": "export const marker = 'built: delayMs';\n",
  "src/net/private.ts": "export const marker = 'private: delayMs';\n",
  "src/net/.env": "MARKER='secret: delayMs'\n",
  "broken.json": '{ "a": 1,, }\n',
  "tsconfig.json": '{ "include": ["src"] }\n',
  ".gitignore": "built.ts\n",
  ".aihubignore": "private.ts\n",
};

/** What no source may bring along by itself. */
const kept = /built: |private: |secret: /u;

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "sources",
    files,
    settings: { "git.enabled": true, "typescript.tsserver.useSyntaxServer": "auto" },
  });
  git("init", "--quiet");
  git("add", "--force", ".");
  git("commit", "--quiet", "--message", "Wait longer between retries");
  append("src/net/notes.md", "At most three times.\n");
  append("src/net/private.ts", "// private: too\n");
  workbench = await connected.editor.openWindow();
  // The language service, which knows symbols, begins with the first file that is opened.
  await workbench.openFile("delay.ts");
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-echo");
});

afterAll(async () => {
  await connected.dispose();
});

test("a folder goes along as its tree and contents, without what is ignored or secret", async () => {
  await chat.mention("Folders");
  await chat.message.pressSequentially("net");
  await chat.suggestions.filter({ hasText: "src/net" }).first().waitFor();
  await workbench.screenshot("folder");
  await chat.suggestions.filter({ hasText: "src/net" }).first().click();
  const sent = await sendWith("net");
  expect(sent).toContain("path=src/net\n");
  expect(sent).toContain("  notes.md");
  expect(sent).toContain("return 100 * attempt;");
  expect(sent).toContain("3 ignored or secret files are not included.");
  expect(sent).not.toMatch(kept);
});

test("a search brings every line that has the text, but none of an ignored or secret file", async () => {
  await chat.mention("Search in files");
  await chat.message.pressSequentially("delayMs");
  await chat.suggestions.filter({ hasText: "delayMs" }).first().click();
  const sent = await sendWith("delayMs");
  expect(sent).toContain("src/net/delay.ts:1: export function delayMs(");
  expect(sent).not.toMatch(kept);
});

test("an open editor and its unsaved text are offered first, and a secret one is not offered", async () => {
  await workbench.openFile(".env");
  await workbench.openFile("notes.md");
  await workbench.goToLine(3);
  await workbench.page.keyboard.type("Not saved yet.");
  await chat.mention("Open editors");
  await chat.suggestions.filter({ hasText: "notes.md" }).waitFor();
  expect(await chat.suggestions.filter({ hasText: ".env" }).count()).toBe(0);
  await expect.poll(() => chat.suggestions.first().textContent()).toContain("notes.md");
  await chat.suggestions.filter({ hasText: "notes.md" }).click();
  expect(await sendWith("notes.md")).toContain("At most three times.\nNot saved yet.");
  await workbench.runCommand("File: Save");
});

test("the problems of the workspace go along with their places", async () => {
  await workbench.openFile("broken.json");
  await workbench.page.locator(".squiggly-error").first().waitFor({ timeout: 60_000 });
  await chat.write("");
  await chat.message.pressSequentially("@prob");
  await chat.suggestions.filter({ hasText: "Problems" }).first().click();
  expect(await sendWith("Problems")).toContain("broken.json:1:");
});

test("the changes of the working tree go along as a diff", async () => {
  const changes = chat.suggestions.filter({ hasText: "Git changes" }).first();
  await expect
    .poll(
      async () => {
        await chat.write("");
        await chat.message.pressSequentially("@git");
        return await changes.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  await changes.click();
  const sent = await sendWith("Working changes");
  expect(sent).toContain("+At most three times.");
  expect(sent).toContain("diff --git a/src/net/notes.md");
  expect(sent).not.toMatch(kept);
});

test("a commit goes along with its message and changes", async () => {
  await chat.mention("Commits");
  await chat.suggestions.filter({ hasText: "Wait longer between retries" }).click();
  const hash = git("rev-parse", "HEAD").trim();
  const sent = await sendWith(hash.slice(0, 8));
  expect(sent).toContain(`commit ${hash}`);
  expect(sent).toContain("+export function delayMs");
  expect(sent).toContain("(changed, not shown: src/net/private.ts)");
  expect(sent).not.toMatch(kept);
});

test("an earlier conversation goes along as it was read", async () => {
  await chat.startAnew(workbench);
  await chat.ask("Something to remember: cinnamon");
  await chat.waitForAnswer("complete");
  await chat.startAnew(workbench);
  await chat.mention("Conversations");
  await chat.suggestions.filter({ hasText: "Something to remember" }).click();
  expect(await sendWith("Something to remember")).toContain("cinnamon");
});

test("a symbol goes along with all of its lines", async () => {
  const symbol = chat.suggestions.filter({ hasText: "isLastAttempt" }).first();
  // Until the language service has begun, it finds nothing.
  await expect
    .poll(
      async () => {
        await chat.mention("Symbols");
        await chat.message.pressSequentially("isLastAttempt");
        return await symbol.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 90_000 },
    )
    .toBe(true);
  await symbol.click();
  const sent = await sendWith("isLastAttempt");
  expect(sent).toContain("path=src/net/delay.ts lines=5-7\nexport function isLastAttempt");
  expect(sent).not.toContain("delayMs");
});

test("code pasted from an open file is recognised with its lines, and attached in its place", async () => {
  const { page } = workbench;
  await workbench.openFile("delay.ts");
  await workbench.selectLines(5, 7);
  await page.keyboard.press("Control+C");
  await chat.write("");
  await chat.message.press("Control+V");
  await chat.region.getByText("This is delay.ts:5–7.").waitFor();
  await workbench.screenshot("pasted");
  await chat.button("Attach instead of the text").click();
  await expect.poll(() => chat.message.inputValue()).toBe("");
  const sent = await sendWith("delay.ts");
  expect(sent).toContain("path=src/net/delay.ts lines=5-7\n");
});

test("a file that was deleted meanwhile goes along as it was, and its content is shown when it is opened", async () => {
  await chat.mention("Files");
  await chat.message.pressSequentially("gone");
  await chat.suggestions.filter({ hasText: "gone.ts" }).first().click();
  await chat.contextItems.filter({ hasText: "gone.ts" }).waitFor();
  rmSync(join(connected.editor.workspace, "src/net/gone.ts"));
  expect(await sendWith("gone.ts")).toContain("export const goneSoon = true;");
  await chat.questions
    .last()
    .getByRole("button", { name: /^Open gone\.ts/u })
    .click();
  await workbench.page.locator(".view-lines").getByText("goneSoon").waitFor();
  await workbench.screenshot("gone");
});

/** Sends a question with what was attached under this name; answers what the hub got. */
async function sendWith(name: string): Promise<string> {
  await chat.contextItems.filter({ hasText: name }).first().waitFor();
  const before = connected.chats().length;
  await chat.ask("What about this?");
  await chat.waitForAnswer("complete");
  await expect.poll(() => chat.contextItems.count()).toBe(0);
  expect(connected.chats()).toHaveLength(before + 1);
  return connected.lastPrompt();
}

function append(path: string, text: string): void {
  appendFileSync(join(connected.editor.workspace, path), text);
}

function git(...args: readonly string[]): string {
  const person = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...person, ...args], {
    cwd: connected.editor.workspace,
    encoding: "utf8",
  });
}
