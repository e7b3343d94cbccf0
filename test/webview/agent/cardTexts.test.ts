import * as fc from "fast-check";
import { expect, test } from "vitest";

import { visibleText } from "../../../src/shared/visibleText.ts";
import { agentState, command, commandCard, run } from "./agentScenes.ts";
import { cardOf, openCard, waiting } from "./openAgent.ts";

test("whatever a command holds, all of it is on the card, on screen and in its order", async () => {
  const { page, host, problems } = await openCard(commandCard, command(waiting), {
    width: 300,
  });
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 2_000 }), async (text) => {
      const shown = { ...commandCard("loose"), id: crypto.randomUUID(), command: text };
      await host.tell("showAgent", agentState({ run, cards: [shown] }));
      const block = cardOf(page, "command").getByRole("group", { name: "Command" });
      const expected = text.split("\n").map((line) =>
        visibleText(line)
          .replaceAll("⟨U+0009⟩", "\t")
          .replaceAll(/⟨(U\+[0-9A-F]+)⟩/gu, "$1"),
      );
      await expect.poll(() => block.locator("code").allTextContents()).toEqual(expected);
      const isWithin = await block.evaluate(
        (element) =>
          element.scrollWidth <= element.clientWidth + 1 && document.body.scrollWidth <= innerWidth,
      );
      expect(isWithin).toBe(true);
    }),
    { numRuns: 30 },
  );
  expect(problems).toEqual([]);
}, 60_000);

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
