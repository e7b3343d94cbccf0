import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { Workbench } from "../pages/workbench.ts";

const customer = "export const customerBalance = 1;\nexport const otherThing = 2;\n";

let connected: ConnectedEditor;
let workbench: Workbench;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "completion",
    files: {
      "customer.ts": `${customer}const sum = \n`,
      ".env": "CUSTOMER_BALANCE=1\nOTHER=\n",
    },
  });
  workbench = await connected.editor.openWindow();
});

afterAll(async () => {
  await connected.dispose();
});

const ghost = () => workbench.page.locator(".ghost-text, .ghost-text-decoration");

async function open(name: string, text: string): Promise<void> {
  await workbench.openFile(name);
  await workbench.page.keyboard.press("ControlOrMeta+End");
  await workbench.page.keyboard.press("ArrowUp");
  await workbench.page.keyboard.press("End");
  await workbench.page.keyboard.type(text, { delay: 30 });
}

test("CMP-18: off, typing asks nothing and loads nothing", async () => {
  await open("customer.ts", "custo");
  await workbench.statusItem(/^Ln 3, Col 18/u).waitFor();
  expect(connected.completions()).toEqual([]);
  expect(await ghost().count()).toBe(0);
});

test("turned on with a model, a text appears as one types, and Tab takes it", async () => {
  await workbench.runCommand("AI Hub: Turn On Completion…");
  const { field } = workbench.quickInput;
  await field.fill("hub-demo");
  await workbench.screenshot("models");
  await workbench.quickInput.accept();
  await workbench.quickInput.widget.waitFor({ state: "hidden" });
  await workbench.editorText("const sum").first().click();
  await workbench.page.keyboard.press("End");
  await workbench.page.keyboard.type("m");
  await ghost().first().waitFor();
  await workbench.screenshot("ghost");
  await workbench.page.keyboard.press("Tab");
  await workbench.editorText("customerBalance").nth(1).waitFor();
  const [first] = connected.completions();
  expect(first?.headers["x-hub-app"]).toBe("vscode-completion");
});

test("CMP-1: a file with secrets is never asked about", async () => {
  const before = connected.completions().length;
  await open(".env", "CUSTOM");
  await workbench.statusItem(/^Ln 2, Col 13/u).waitFor();
  await workbench.runCommand("AI Hub: Trigger Completion");
  expect(connected.completions()).toHaveLength(before);
});
