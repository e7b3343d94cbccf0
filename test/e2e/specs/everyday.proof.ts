import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import { isSoonVisible } from "../pages/visibility.ts";
import type { Workbench } from "../pages/workbench.ts";

const bindingsSchema = z.array(z.object({ key: z.string(), command: z.string() }));
type Binding = z.infer<typeof bindingsSchema>[number];

const lines = Array.from({ length: 20 }, (_, index) => `export const line${index + 1} = ${index};`);

/** The scripted model answers with what it was sent: the code it "writes" stands in the file already. */
const comment = `/*
\`\`\`
  { "limit": 20 }
\`\`\`
*/
`;

/** A property is missing between two commas. */
const broken = `${comment}{
  "first": 1,
  "second": 2,
  "limit": 10,,
  "last": 3
}
`;

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "everyday",
    files: {
      "src/a.ts": `${lines.join("\n")}\n`,
      "src/b.ts": "export const b = 1;\n",
      "limits.jsonc": broken,
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

test("paths in an answer that exist are links to their lines, the others are text", async () => {
  await chat.ask("See `src/a.ts:12` and src/b.ts#L1, not `src/none.ts:4` or src/none.ts.");
  const answer = await chat.waitForAnswer("complete");
  const links = answer.locator(".md-reference");
  await expect.poll(() => links.allTextContents()).toEqual(["src/a.ts:12", "src/b.ts#L1"]);
  await expect.poll(() => answer.textContent()).toContain("src/none.ts:4");
  await links.first().click();
  await activeTab("a.ts");
  await workbench.statusItem(/^Ln 12, Col 1/u).waitFor();
  await chat.button("Add src/a.ts").waitFor();
  await workbench.screenshot("links");
});

test("the editor's file goes along by one click on its dashed chip, and @ begins with the open files", async () => {
  await workbench.openFile("b.ts");
  const chip = chat.button("Add src/b.ts");
  await chip.waitFor();
  await workbench.screenshot("chip");
  await chip.click();
  await chat.contextItems.filter({ hasText: "b.ts" }).waitFor();
  await chip.waitFor({ state: "detached" });
  await chat.message.pressSequentially("@");
  await expect.poll(() => chat.suggestions.nth(0).textContent()).toContain("src/b.ts");
  await expect.poll(() => chat.suggestions.nth(1).textContent()).toContain("src/a.ts");
  await workbench.screenshot("openFiles");
  await chat.message.press("Escape");
  await chat.write("");
  await chat.removeFromContext("b.ts");
  await chip.waitFor();
});

test("a problem is fixed in place from its lightbulb: its text is the instruction, Enter sends it", async () => {
  const before = connected.chats().length;
  await goToProblem();
  const action = workbench.page
    .locator(".action-widget .monaco-list-row")
    .filter({ hasText: "Fix here with AI Hub" });
  do {
    await workbench.page.keyboard.press("Escape");
    await workbench.page.keyboard.press("Control+.");
  } while (!(await isSoonVisible(action)));
  await workbench.screenshot("lightbulb");
  // The editor takes no click into a list that opened under a pointer that rests.
  await action.hover({ force: true });
  await action.click();
  const { field } = workbench.quickInput;
  await expect.poll(() => field.inputValue()).toMatch(/^Fix: limits\.jsonc:9:\d+: error: /u);
  // The caret stands at the end, to add to it.
  const end = (await field.inputValue()).length;
  expect(
    await field.evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => [
      selectionStart,
      selectionEnd,
    ]),
  ).toEqual([end, end]);
  await workbench.screenshot("fixHere");
  expect(connected.chats()).toHaveLength(before);
  await workbench.quickInput.accept();
  await workbench.lens("Accept").first().waitFor();
  expect(connected.chats()).toHaveLength(before + 1);
  expect(connected.lastPrompt()).toMatch(/Fix: limits\.jsonc:9:/u);
  await workbench.screenshot("fixed");
  await decide("Shift+Alt+W");
  await expect.poll(() => onDisk("limits.jsonc")).toBe(`${comment}  { "limit": 20 }\n`);
  await workbench.page.keyboard.press("Control+Z");
});

test("the keys fix what is wrong at the cursor, reject it, add a selection and lead into the chat", async () => {
  const { page } = workbench;
  await goToProblem();
  await page.keyboard.press("Shift+Alt+X");
  await expect
    .poll(() => workbench.quickInput.field.inputValue())
    .toMatch(/^Fix: limits\.jsonc:9:/u);
  await workbench.quickInput.accept();
  await workbench.lens("Accept").first().waitFor();
  await decide("Shift+Alt+Z");
  await expect.poll(() => onDisk("limits.jsonc")).toBe(broken);
  await workbench.openFile("a.ts");
  await workbench.selectLines(2, 4);
  await page.keyboard.press("Shift+Alt+S");
  await chat.contextItems.filter({ hasText: "a.ts:2–4" }).waitFor();
  await workbench.screenshot("selectionAdded");
  await chat.removeFromContext("a.ts");
  await workbench.openFile("b.ts");
  await workbench.selectLines(1, 1);
  await page.keyboard.press("Shift+Alt+Q");
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.type("typed by key");
  await expect.poll(() => chat.message.inputValue()).toBe("typed by key");
  await chat.write("");
});

test("no key of ours is bound by the editor or by another extension", async () => {
  const { page } = workbench;
  await workbench.runCommand("Preferences: Open Default Keyboard Shortcuts (JSON)");
  await activeTab("Default Keybindings");
  const text = page.locator(".editor-group-container.active .monaco-editor");
  await text.first().click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+C");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const bindings = bindingsSchema.parse(JSON.parse(copied.replaceAll(/^\s*\/\/.*$/gmu, "")));
  const ours = new Set(bindings.filter(isOurs).map(({ key }) => key));
  // Of the editor's keys only those of an offered text, while a repeated edit is shown.
  const keys = new Set([...ours].filter((key) => key.startsWith("shift+alt+")));
  const others = [...ours].filter((key) => !keys.has(key)).toSorted();
  expect([keys.size, others]).toEqual([9, ["escape", "tab"]]);
  expect(bindings.filter((binding) => keys.has(binding.key) && !isOurs(binding))).toEqual([]);
  await workbench.closeTab("Default Keybindings");
});

function isOurs({ command }: Binding): boolean {
  return command.startsWith("aiHub.");
}

async function activeTab(name: string): Promise<void> {
  await workbench.page.locator(".tab.active").filter({ hasText: name }).waitFor();
}

/** Puts the cursor on the problem of limits.jsonc, once the editor has found it. */
async function goToProblem(): Promise<void> {
  const { page } = workbench;
  await workbench.openFile("limits.jsonc");
  await page.locator(".squiggly-error").first().waitFor({ timeout: 60_000 });
  // What the editor found earlier may still be shown for a moment, elsewhere.
  do {
    await page.keyboard.press("F8");
    await page.keyboard.press("Escape");
  } while (!(await isSoonVisible(workbench.statusItem(/^Ln 9, /u))));
}

/** Decides on the change at the cursor by a key, and saves the file. */
async function decide(key: string): Promise<void> {
  await workbench.page.keyboard.press(key);
  await workbench.lens("Accept").first().waitFor({ state: "detached" });
  await workbench.page.keyboard.press("Control+S");
}

function onDisk(path: string): string {
  return readFileSync(join(connected.editor.workspace, path), "utf8");
}

function hasFocus(): Promise<boolean> {
  return chat.message.evaluate((field) => document.hasFocus() && field === document.activeElement);
}
