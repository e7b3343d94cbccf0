import { expect, test } from "vitest";

import { messagesPage } from "../../../../src/extension/view/messagePages.ts";
import type { Conversation } from "../../../../src/shared/conversation/conversation.ts";
import { userMessage } from "../../../support/fakeHost/builders.ts";

/** A conversation of questions of this length. */
function questions(count: number, length: number): Conversation {
  const messages = Array.from({ length: count }, (_, index) =>
    userMessage(`u${index}`, "x".repeat(length), {
      parentId: index === 0 ? null : `u${index - 1}`,
    }),
  );
  return { title: undefined, messages, leafId: `u${count - 1}` };
}

test("of long messages a page gets few at once, and the rest page by page", () => {
  const conversation = questions(9, 100_000);
  const pages = [undefined, "u6", "u3"].map((before) => messagesPage(conversation, before));
  expect(pages.map(({ messages }) => messages.map(({ id }) => id))).toEqual([
    ["u6", "u7", "u8"],
    ["u3", "u4", "u5"],
    ["u0", "u1", "u2"],
  ]);
  expect(pages.map(({ hasEarlier }) => hasEarlier)).toEqual([true, true, false]);
});

test("a message that is longer than all that a page gets at once is there nevertheless", () => {
  const { messages } = messagesPage(questions(3, 400_000));
  expect(messages.map(({ id }) => id)).toEqual(["u2"]);
});
