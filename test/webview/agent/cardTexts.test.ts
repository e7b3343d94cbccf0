import { expect, test } from "vitest";

import { commandCard } from "./agentScenes.ts";
import { testAnyCommand } from "./anyCommand.ts";
import { openCard } from "./openAgent.ts";

testAnyCommand(8);

test("a hostile path, purpose, rule and difference stay text", async () => {
  const hostile = "<img src=x onerror=alert(1)>\u202Egpj.exe\u200B[a](command:x)";
  const { page, problems } = await openCard((callId) =>
    commandCard(callId, {
      kind: "edit",
      paths: [hostile, `${hostile}2`],
      command: hostile,
      purpose: hostile,
      folder: hostile,
      detail: `--- ${hostile}\n+++ ${hostile}\n@@ 1 @@\n-${hostile}\n+${hostile}`,
      rules: [{ id: "r", kind: "beginning", text: hostile }],
    }),
  );
  const group = page.locator("[data-card]");
  expect(await group.locator("img, a").count()).toBe(0);
  expect((await group.innerText()).includes("\u202E")).toBe(false);
  await expect.poll(() => group.locator(".unseen-mark").count()).toBeGreaterThan(10);
  expect(problems).toEqual([]);
});
