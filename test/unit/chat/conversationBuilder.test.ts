import { array, assert, nat, property } from "fast-check";
import { expect, test } from "vitest";

import { ConversationBuilder } from "../../../src/chat/conversationBuilder.ts";
import { emptyConversation, reduce } from "../../../src/shared/conversation/transcript.ts";
import { randomEvents } from "../../support/randomEvents.ts";

test("however events come, together or one by one, the conversation is what the reducer makes of them", () => {
  assert(
    property(randomEvents(), array(nat(80)), (events, cuts) => {
      const builder = new ConversationBuilder();
      const ends = [...cuts.toSorted((a, b) => a - b), events.length];
      let start = 0;
      for (const end of ends) {
        builder.add(events.slice(start, end));
        start = Math.max(start, end);
      }
      expect(builder.conversation).toEqual(events.reduce(reduce, emptyConversation));
    }),
    { numRuns: 1_000 },
  );
});

test("a conversation that was given out does not change with what comes after", () => {
  assert(
    property(randomEvents(), randomEvents(), (before, after) => {
      const builder = new ConversationBuilder();
      builder.add(before);
      const given = builder.conversation;
      const copy = structuredClone(given);
      builder.add(after);
      expect(given).toEqual(copy);
    }),
  );
});
