import { expect, test } from "vitest";

import { violations } from "../../support/axe.ts";
import { takePicture } from "../../support/drawnPage.ts";
import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { button, models, queueOf, running, streaming } from "../turns/turnsPage.ts";
import { message, openWithFindings, report, text } from "./sensitiveDraft.ts";

test("several models are asked only after the question, and then they are asked", async () => {
  const { page, host } = await openWithFindings({ models });
  await button(page, "Ask several models").click();
  await page.getByRole("option", { name: /alpha/u }).click();
  await page.getByRole("option", { name: /beta/u }).click();
  await page.getByRole("button", { name: /^Compare 2/u }).click();
  await button(page, "Mask and send").waitFor();
  expect(await host.calls("sendToCompare")).toHaveLength(1);
  expect(await message(page).inputValue()).toBe(text);
  await host.setResult("sendToCompare", { ok: true });
  await button(page, "Mask and send").click();
  await expect
    .poll(() => host.calls("sendToCompare"))
    .toMatchObject([{}, { text, models: ["alpha", "beta"] }]);
  await expect
    .poll(() => host.calls("decideAll"))
    .toMatchObject([{ conversationId: "c1", decision: "mask" }]);
  expect(await host.calls("sendMessage")).toEqual([]);
});

test("a message is queued only after the question", async () => {
  const { page, host } = await openWithFindings({
    snapshot: { ...streaming, draft: text, draftVersion: 1, view: running },
  });
  await message(page).press("Enter");
  await button(page, "Send anyway").waitFor();
  expect(await host.calls("queueMessage")).toHaveLength(1);
  expect(await message(page).inputValue()).toBe(text);
  await host.setResult("queueMessage", { ok: true });
  await button(page, "Send anyway").click();
  await expect.poll(() => host.calls("queueMessage")).toMatchObject([{}, { text }]);
  await expect
    .poll(() => host.calls("decideAll"))
    .toEqual([{ conversationId: "c1", decision: "allow" }]);
});

test("a queued message that is changed is asked about before it is kept", async () => {
  const { page } = await openChat({
    snapshot: streaming,
    width: 250,
    theme: "dark",
    results: { checkText: report({ total: 1, undecided: 1, values: report().values.slice(0, 1) }) },
  });
  const host = hostOf(page);
  await message(page).waitFor();
  await host.tell("showQueue", queueOf("first"));
  await button(page, "Edit queued message").click();
  const editor = page.getByRole("textbox", { name: "Edit queued message" });
  await editor.fill(text);
  await editor.press("Enter");
  const mask = button(page, "Mask and send");
  await expect.poll(() => mask.evaluate((node) => node === document.activeElement)).toBe(true);
  await takePicture(page, "sensitive-queued-dark-250");
  expect(await violations(page)).toEqual([]);
  expect(await host.calls("editQueued")).toEqual([]);
  await page.keyboard.press("Enter");
  await expect
    .poll(() => host.calls("editQueued"))
    .toEqual([{ conversationId: "c1", id: "q0", text }]);
  await expect
    .poll(() => host.calls("decideAll"))
    .toEqual([
      { conversationId: "c1", text, decision: "mask", choices: [{ id: "h1", decision: "mask" }] },
    ]);
});

test("an earlier message that is changed is asked about before it is sent again, and Escape keeps its text", async () => {
  const { page } = await openChat({
    snapshot: snapshot({
      messages: [userMessage("m1", "Question"), answer("m2", "Answer", { parentId: "m1" })],
    }),
    results: { checkText: report() },
  });
  const host = hostOf(page);
  await message(page).press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await editor.fill(text);
  await editor.press("Enter");
  await button(page, "Mask and send").waitFor();
  await page.keyboard.press("Escape");
  await button(page, "Mask and send").waitFor({ state: "detached" });
  await expect.poll(() => editor.inputValue()).toBe(text);
  expect(await host.calls("editMessage")).toEqual([]);
  await editor.press("Enter");
  await button(page, "Send anyway").click();
  await expect.poll(() => host.calls("editMessage")).toMatchObject([{ messageId: "m1", text }]);
  await expect
    .poll(() => host.calls("decideAll"))
    .toEqual([{ conversationId: "c1", text, decision: "allow" }]);
});

test("what was asked about is kept by the host, with the version that the report is about", async () => {
  const { page, host } = await openWithFindings();
  await message(page).press("Enter");
  await page.getByRole("button", { name: "Send anyway" }).waitFor();
  await expect
    .poll(() => host.calls("saveDraft"))
    .toEqual([{ conversationId: "c1", text, draftVersion: 1 }]);
});
