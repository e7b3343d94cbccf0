import { expect, test } from "vitest";

import type { Conversation } from "../../../src/shared/conversation/conversation.ts";
import {
  emptyConversation,
  reduce,
  sentPath,
} from "../../../src/shared/conversation/transcript.ts";

const conversation: Conversation = ["m1", "m2", "m3"].reduce<Conversation>(
  (grown, id, index) =>
    reduce(grown, {
      kind: "userMessageAdded",
      message: {
        role: "user",
        id,
        parentId: index === 0 ? null : `m${index}`,
        createdAt: index,
        text: id,
        attachments: [],
      },
    }),
  emptyConversation,
);

const sentIds = (one: Conversation): readonly string[] => sentPath(one).map(({ id }) => id);

test("older messages are left out of what is sent, stay in the conversation, and come back", () => {
  const shorter = reduce(conversation, { kind: "contextStarted", fromId: "m3" });
  expect(sentIds(shorter)).toEqual(["m3"]);
  expect(shorter.messages).toEqual(conversation.messages);
  expect(reduce(shorter, { kind: "contextStarted", fromId: null })).toEqual(conversation);
});

test("on a branch that does not have the place, everything is sent", () => {
  const shorter = reduce(conversation, { kind: "contextStarted", fromId: "m3" });
  expect(sentIds({ ...shorter, leafId: "m2" })).toEqual(["m1", "m2"]);
});
