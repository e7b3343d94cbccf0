import { type Arbitrary, array, nat, tuple } from "fast-check";

import type { ChatEvent } from "../../src/shared/conversation/conversation.ts";

const answerStates = ["complete", "incomplete", "stopped", "failed"] as const;

/**
 * Random events of a conversation: branches, comparisons, continued answers, events for missing
 * messages; and several messages with one id, which only a file edited by hand has.
 */
export function randomEvents(maxLength = 80): Arbitrary<ChatEvent[]> {
  const step = tuple(nat(makers.length - 1), nat(1_000), nat(1_000));
  return array(step, { maxLength }).map((steps) => {
    const ids: string[] = [];
    return steps.map((choice, index) => eventOf(choice, index, ids));
  });
}

interface Step {
  readonly index: number;
  readonly one: number;
  readonly other: number;
  readonly ids: string[];
  /** Id of any earlier message, rarely of a missing one. */
  readonly some: string;
  /** Usually the id of one of the last three messages. */
  readonly messageId: string;
}

const makers: readonly ((step: Step) => ChatEvent)[] = [
  asked,
  asked,
  answered,
  answered,
  ({ messageId, one }) => ({ kind: "answerResumed", messageId, model: `m${one}` }),
  ({ messageId, one }) => ({
    kind: "answerEnded",
    messageId,
    state: answerStates[one % 4] ?? "complete",
  }),
  ({ some }) => ({ kind: "branchSelected", leafId: some }),
  ({ one, some }) => ({ kind: "comparisonDecided", comparisonId: `x${one % 3}`, keptId: some }),
  ({ index }) => ({ kind: "titled", title: `title ${index}` }),
  ({ one, some }) => ({ kind: "contextStarted", fromId: one % 3 === 0 ? null : some }),
  ({ messageId, one }) => ({ kind: "usageReported", messageId, usage: { outputTokens: one } }),
  streamed,
  streamed,
];

function eventOf(
  [kind, one, other]: readonly [number, number, number],
  index: number,
  ids: string[],
): ChatEvent {
  const some = ids[one % (ids.length + 1)] ?? "nobody";
  const messageId = other % 4 === 0 ? some : (ids.at(-1 - (one % 3)) ?? "nobody");
  const make = makers[kind] ?? streamed;
  return make({ index, one, other, ids, some, messageId });
}

function asked({ ids, index, one, other }: Step): ChatEvent {
  return question(messageFor(ids, index, other), parentFor(ids, one, other), one);
}

function answered({ ids, index, one, other }: Step): ChatEvent {
  return answer(messageFor(ids, index, other), parentFor(ids, one, other), one);
}

function streamed({ messageId, index, other }: Step): ChatEvent {
  const part = other % 5 === 0 ? "reasoning" : "text";
  return { kind: "partDelta", messageId, part, text: `ção ${index} ` };
}

/** Sometimes returns the id of an existing message. */
function messageFor(ids: string[], index: number, choice: number): string {
  const known = choice % 9 === 0 ? ids[choice % (ids.length + 1)] : undefined;
  const id = known ?? `id${index}`;
  ids.push(id);
  return id;
}

function parentFor(ids: readonly string[], one: number, other: number): string | null {
  const earlier = ids.slice(0, -1);
  return (other % 3 === 0 ? earlier[one % (earlier.length + 1)] : earlier.at(-1)) ?? null;
}

function question(id: string, parentId: string | null, createdAt: number): ChatEvent {
  const text = `question ${id} ${"ã".repeat(createdAt % 40)}`;
  return {
    kind: "userMessageAdded",
    message: { role: "user", id, parentId, createdAt, text, attachments: [] },
  };
}

function answer(id: string, parentId: string | null, createdAt: number): ChatEvent {
  const comparison = createdAt % 5 === 0 ? { comparisonId: `x${createdAt % 3}` } : {};
  return {
    kind: "answerStarted",
    message: {
      role: "assistant",
      id,
      parentId,
      createdAt,
      model: "m",
      parts: [],
      state: "streaming",
      notices: [],
      ...comparison,
    },
  };
}
