import { expect, test } from "vitest";

import {
  totalCost,
  digestEvent,
  emptyDigest,
} from "../../../../src/chat/search/conversationDigest.ts";
import type { ChatEvent } from "../../../../src/shared/conversation/conversation.ts";

const cost = (messageId: string, amount: string, currency?: string): ChatEvent => ({
  kind: "usageReported",
  messageId,
  usage: { cost: amount, ...(currency !== undefined && { currency }) },
});

const costAfter = (...events: ChatEvent[]) => totalCost(events.reduce(digestEvent, emptyDigest));

test("what an answer reports again replaces what it reported before", () => {
  expect(
    costAfter(cost("a", "1.5", "BRL"), cost("a", "2", "BRL"), cost("b", "0.1", "BRL")),
  ).toEqual({ amount: 2.1, currency: "BRL" });
});

test("the sum of many answers is exact for people, and in the currency of most of it", () => {
  const many = Array.from({ length: 100 }, (_, index) => cost(`a${index}`, "0.1", "BRL"));
  expect(costAfter(...many, cost("x", "3", "USD"))).toEqual({ amount: 10, currency: "BRL" });
});

test("what was not reported is not zero", () => {
  expect(costAfter()).toBeUndefined();
  expect(costAfter(cost("a", "free"))).toBeUndefined();
});
