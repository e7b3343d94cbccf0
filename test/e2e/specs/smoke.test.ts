import { afterAll, beforeAll, expect, test } from "vitest";

import { startEditor, type Editor } from "../editor/startEditor.ts";

let editor: Editor;

beforeAll(async () => {
  editor = await startEditor({ name: "smoke", install: "zip" });
});

afterAll(async () => {
  await editor.dispose();
});

test("a newcomer opens the chat view and finds a way to try it without a hub", async () => {
  const workbench = await editor.openWindow();
  const chat = await workbench.openChat();
  await chat.button("Try it without a hub").waitFor();
  await workbench.screenshot("first-use");
  expect(await chat.alert.count()).toBe(0);
});
