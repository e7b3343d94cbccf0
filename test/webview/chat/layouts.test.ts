import { expect, test } from "vitest";

import type { ChatEvent } from "../../../src/shared/conversation/conversation.ts";
import { answer, readyView, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";

const delta = (text: string): ChatEvent => ({
  kind: "partDelta",
  messageId: "m2",
  part: "text",
  text,
});

test("the first words of an answer are drawn without waiting for a frame", async () => {
  const { page } = await openChat({
    snapshot: snapshot({
      messages: [
        userMessage("m0", "Question"),
        answer("m1", "An earlier `answer`."),
        answer("m2", "", { state: "streaming" }),
      ],
      view: { ...readyView, turn: { state: "running", messageId: "m2" } },
    }),
  });
  await page.getByText("An earlier answer.").waitFor();
  await page.evaluate(() => {
    globalThis.requestAnimationFrame = () => 0;
  });
  const text = page.locator("[data-message-id=m2] .markdown");
  await page.evaluate((event) => fakeHost.emit(event), delta("The first words"));
  await expect.poll(() => text.textContent()).toBe("The first words");
});

test("a message's button that is not off yet does nothing while an answer comes", async () => {
  const { page } = await openChat({
    snapshot: snapshot({ messages: [userMessage("m0", "Question"), answer("m1", "An answer.")] }),
  });
  const host = hostOf(page);
  await page.getByText("An answer.").waitFor();
  await host.setView({ turn: { state: "running", messageId: "m2" } });
  await page.evaluate(() => {
    for (const action of ["regenerate", "compare", "regenerateWith", "fork"]) {
      document.querySelector<HTMLElement>(`[data-action=${action}]`)?.click();
    }
  });
  await expect.poll(() => host.calls("forkConversation")).toHaveLength(1);
  expect(await host.calls("regenerate")).toEqual([]);
  expect(await page.getByRole("listbox").count()).toBe(0);
});
