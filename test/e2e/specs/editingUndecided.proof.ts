import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { Workbench } from "../pages/workbench.ts";

/** The scripted model answers with what it was sent: the code it "writes" stands in the file already. */
const inline = `/*
\`\`\`
export const limit = 20;
\`\`\`
*/
export const limit = 10;
`;
const edited = inline.replace("limit = 10", "limit = 20");
const other = "export const other = 10;\n";
const undecided = "has undecided lines of an earlier edit";

let connected: ConnectedEditor;
let workbench: Workbench;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "editingUndecided",
    files: {
      "ask.ts": inline,
      "closed.ts": inline,
      "further.ts": inline,
      "two.ts": inline + other,
    },
  });
  workbench = await connected.editor.openWindow();
  const chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-echo");
});

beforeEach(async () => {
  await workbench.runCommand("View: Close All Editors");
});

afterAll(async () => {
  await connected.dispose();
});

test("another edit of the file asks what becomes of undecided lines; Escape leaves them as they are", async () => {
  await editLimit("ask.ts");
  await askForEdit();
  await workbench.quickInput.cancel();
  await workbench.lens("Reject").first().waitFor();
  await askForEdit("Once more");
  await workbench.dialog(undecided).waitFor();
  await workbench.screenshot("inlineEditUndecided");
  await workbench.page.keyboard.press("Escape");
  await workbench.dialog(undecided).waitFor({ state: "detached" });
  await workbench.lens("Reject").first().waitFor();
  await save();
  await expect.poll(() => onDisk("ask.ts")).toBe(edited);
  await askForEdit("Once more");
  await workbench.dialog(undecided).waitFor();
  const before = connected.chats().length;
  await workbench.answerDialog("Undo");
  // The new edit begins from the old line.
  await expect.poll(() => connected.chats().length).toBe(before + 1);
  await workbench.lens("Reject").first().waitFor();
  await askForEdit("And again");
  await workbench.dialog(undecided).waitFor();
  await workbench.answerDialog("Keep");
  await workbench.notification("answered with the same lines").waitFor();
  await workbench.lens("Reject").first().waitFor({ state: "detached" });
  await save();
  await expect.poll(() => onDisk("ask.ts")).toBe(edited);
});

test("two edits of one file are decided apart, each at its lines", async () => {
  await editLimit("two.ts");
  await askForEdit("Double it", 7);
  const rejects = workbench.lens("Reject");
  await expect.poll(() => rejects.count()).toBe(2);
  await workbench.screenshot("inlineEditTwo");
  await save();
  await expect.poll(() => onDisk("two.ts")).toBe(`${edited}export const limit = 20;\n`);
  await rejects.first().click();
  await expect.poll(() => rejects.count()).toBe(1);
  await save();
  await expect.poll(() => onDisk("two.ts")).toBe(`${inline}export const limit = 20;\n`);
  await rejects.first().click();
  await rejects.first().waitFor({ state: "detached" });
  await save();
  await expect.poll(() => onDisk("two.ts")).toBe(inline + other);
});

test("lines of a file that is closed stay undecided, and can be rejected when it is open again", async () => {
  await editLimit("closed.ts");
  await save();
  await expect.poll(() => onDisk("closed.ts")).toBe(edited);
  await workbench.runCommand("View: Close All Editors");
  await workbench.page
    .locator(".tab")
    .filter({ hasText: "closed.ts" })
    .waitFor({ state: "detached" });
  await workbench.openFile("closed.ts");
  await workbench.lens("Reject").first().click();
  await workbench.lens("Reject").first().waitFor({ state: "detached" });
  await save();
  await expect.poll(() => onDisk("closed.ts")).toBe(inline);
});

test("Change further edits the new lines, which stay", async () => {
  await editLimit("further.ts");
  await workbench.lens("Change further").click();
  await workbench.quickInput.fill("Name the unit");
  const before = connected.chats().length;
  await workbench.quickInput.accept();
  await expect.poll(() => connected.chats().length).toBe(before + 1);
  const { body = "" } = connected.chats().at(-1) ?? {};
  expect(body).toContain("Name the unit");
  expect(body).not.toContain("export const limit = 10;");
  await workbench.notification("answered with the same lines").first().waitFor();
  await save();
  await expect.poll(() => onDisk("further.ts")).toBe(edited);
});

/** Leaves an edit of the last line undecided. */
async function editLimit(file: string): Promise<void> {
  await workbench.openFile(file);
  await askForEdit("Double it");
  await workbench.lens("Reject").first().waitFor();
}

/** Opens the box for an edit of a line, and answers it. */
async function askForEdit(instruction?: string, line = 6): Promise<void> {
  await workbench.selectLines(line, line);
  await workbench.runCommand("AI Hub: Edit Selection…");
  await workbench.quickInput.field.waitFor();
  if (instruction !== undefined) {
    await workbench.quickInput.fill(instruction);
    await workbench.quickInput.accept();
  }
}

async function save(): Promise<void> {
  await workbench.page.keyboard.press("Control+S");
}

function onDisk(path: string): string {
  return readFileSync(join(connected.editor.workspace, path), "utf8");
}
