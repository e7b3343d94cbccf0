import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { findProgram } from "../../../src/agentNode/processes/shell.ts";
import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

const shop = [
  "export const colour = 'red';",
  "export const size = 1;",
  "export const shape = 'round';",
  "",
  "export const price = 10;",
  "export const stock = 3;",
  "",
].join("\n");
const gitConfig = "[core]\n\tbare = false\n";
const edits = [
  { old_text: "colour = 'red'", new_text: "colour = 'blue'" },
  { old_text: "price = 10", new_text: "price = 20" },
];
const inside = "echo made > made.txt; echo never > .git/config || echo refused; echo ended";
const write = { path: "notes.md", content: "# Notes\n\nThe price is 20.\n" };

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "agentChanges",
    files: { "shop.ts": shop, "draft.ts": "const one = 1;\n", ".git/config": gitConfig },
    settings: { "aiHub.agent.level": "edits", "window.autoDetectColorScheme": true },
    plays: {
      places: [
        { text: "I change it.", calls: [{ tool: "edit_file", args: { path: "shop.ts", edits } }] },
        { calls: [{ tool: "write_file", args: write }] },
        { text: "It is done." },
      ],
      two: [
        {
          calls: [
            {
              tool: "edit_file",
              args: { path: "shop.ts", edits: [{ old_text: "stock = 3", new_text: "stock = 4" }] },
            },
            { tool: "write_file", args: { path: "more.md", content: "# More\n" } },
          ],
        },
        { text: "Both are changed." },
      ],
      draft: [
        {
          calls: [
            {
              tool: "edit_file",
              args: { path: "draft.ts", edits: [{ old_text: "one", new_text: "two" }] },
            },
          ],
        },
        { expect: "not saved", text: "Please save it." },
      ],
      inside: [
        { calls: [{ tool: "run_command", args: { command: inside, purpose: "Make a file" } }] },
        { text: "Made." },
      ],
    },
  });
  workbench = await connected.editor.openWindow({ width: 1300, height: 900 });
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-play");
});

afterAll(async () => {
  await connected.dispose();
});

function textOf(name: string): string {
  return readFileSync(join(connected.editor.workspace, name), "utf8");
}

test("each place of a run is kept or undone in the file, and the file goes back to what was kept", async () => {
  const lens = (title: string): Locator => workbench.lens(title);
  await chat.chooseAgent(workbench);
  await chat.ask("play:places");
  await chat.waitForAnswer("complete");
  await chat.runChanges.getByRole("button", { name: /2 files changed/u }).click();
  await chat.runChanges.getByRole("button", { name: "shop.ts", exact: true }).click();
  await lens("Keep all (2)").waitFor();
  await expect.poll(() => lens("Keep").count()).toBe(2);
  await workbench.screenshot("places");
  await workbench.page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => workbench.page.locator(".monaco-workbench.vs").count()).toBe(1);
  await workbench.screenshot("places-light");
  await workbench.page.emulateMedia({ colorScheme: "dark", forcedColors: "active" });
  await expect.poll(() => workbench.page.locator(".monaco-workbench.hc-black").count()).toBe(1);
  await workbench.screenshot("places-contrast");
  await workbench.page.emulateMedia({ colorScheme: "dark", forcedColors: "none" });
  await lens("Undo").nth(1).click();
  await expect.poll(() => textOf("shop.ts")).toContain("price = 10");
  expect(textOf("shop.ts")).toContain("blue");
  await expect.poll(() => lens("Keep").count()).toBe(1);
  await lens("Keep").click();
  await lens("Keep").waitFor({ state: "detached" });
  await chat.runChanges.getByRole("button", { name: /1 file changed/u }).waitFor();
  expect(textOf("shop.ts")).toBe(shop.replace("red", "blue"));
});

test("the changes of a run are shown together", async () => {
  await chat.startAnew(workbench);
  await chat.chooseAgent(workbench);
  await chat.ask("play:two");
  await chat.waitForAnswer("complete");
  await chat.runChanges.getByRole("button", { name: "Show all" }).click();
  await workbench.page.locator(".tab.active").filter({ hasText: "Changes of this run" }).waitFor();
  await workbench.page.locator(".multiDiffEntry").first().waitFor();
  // The earlier side is the same file to the editor, not a renamed one.
  expect(await workbench.page.locator(".multiDiffEntry .status.renamed").count()).toBe(0);
  await workbench.screenshot("together");
});

test("a file in which the person typed is not written over at a level without cards", async () => {
  await workbench.openFile("draft.ts");
  await workbench.editorText("const").click();
  await workbench.page.keyboard.press("End");
  await workbench.page.keyboard.type(" // mine");
  await chat.message.click();
  await chat.startAnew(workbench);
  await chat.chooseAgent(workbench);
  await chat.ask("play:draft");
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByText("Please save it.").waitFor();
  expect(textOf("draft.ts")).toBe("const one = 1;\n");
  await workbench.screenshot("unsaved");
});

const hasSandbox = findProgram("bwrap", process.env["PATH"] ?? "") !== undefined;

test.skipIf(!hasSandbox)(
  "at level Sandbox a command runs without a card, cannot change Git's folder, and is undone",
  async () => {
    await chat.startAnew(workbench);
    await chat.chooseAgent(workbench);
    await chat.button("Mode").click();
    await chat.region.getByRole("menuitemradio", { name: "Sandbox", exact: true }).click();
    await chat.ask("play:inside");
    await chat.waitForAnswer("complete");
    // Near its start: the line is longer than the view, and clipped.
    await chat.lastAnswer
      .getByText("echo made")
      .first()
      .click({ position: { x: 8, y: 6 } });
    await chat.lastAnswer.getByText("In the sandbox").waitFor();
    await chat.lastAnswer.getByText("refused").last().waitFor();
    expect(textOf("made.txt")).toBe("made\n");
    expect(textOf(".git/config")).toBe(gitConfig);
    await workbench.screenshot("sandbox");
    await chat.runChanges.getByRole("button", { name: /Undo/u }).first().click();
    await expect.poll(() => existsSync(join(connected.editor.workspace, "made.txt"))).toBe(false);
  },
);
