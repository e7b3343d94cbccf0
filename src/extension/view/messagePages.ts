import type { Branches } from "../../shared/calls/protocol.ts";
import type { Conversation, Message } from "../../shared/conversation/conversation.ts";
import { messageLength } from "../../shared/conversation/messageLength.ts";
import { comparedWith, siblingsOf, visiblePath } from "../../shared/conversation/transcript.ts";

/**
 * Limits of a page: a long conversation opens at its end. Sending and drawing 1,000,000 units takes several times as
 * long.
 */
const maxMessages = 60;
const maxTextUnits = 250_000;

export interface MessagesPage {
  readonly messages: Message[];
  readonly branches: Branches;
  readonly hasEarlier: boolean;
}

/** The end of the visible path, or the messages before `beforeId`; at least one, if any. */
export function messagesPage(conversation: Conversation, beforeId?: string): MessagesPage {
  const path = visiblePath(conversation);
  const end = beforeId === undefined ? path.length : path.findIndex(({ id }) => id === beforeId);
  let start = end;
  let units = 0;
  while (start > 0 && end - start < maxMessages && units < maxTextUnits) {
    start -= 1;
    units += messageLength(path[start]);
  }
  const messages = withCompared(conversation, path.slice(start, Math.max(end, 0)));
  return { messages, branches: branchesOf(conversation, messages), hasEarlier: start > 0 };
}

export function messagesPageOfEnd(end: Conversation): MessagesPage {
  const page = messagesPage(end);
  const isBegun = page.messages[0]?.parentId === null;
  return { ...page, hasEarlier: page.hasEarlier || !isBegun };
}

export function isEndOf(shown: MessagesPage, page: MessagesPage): boolean {
  const before = page.messages.length - shown.messages.length;
  const ids = new Set(shown.messages.map(({ id }) => id));
  const end: MessagesPage = {
    messages: page.messages.slice(Math.max(before, 0)),
    branches: Object.fromEntries(Object.entries(page.branches).filter(([id]) => ids.has(id))),
    hasEarlier: page.hasEarlier || before > 0,
  };
  return JSON.stringify(end) === JSON.stringify(shown);
}

/** The messages of the path. While answers are compared, it ends with all of them. */
function withCompared(conversation: Conversation, messages: readonly Message[]): Message[] {
  const compared = comparedWith(conversation, messages.at(-1));
  return compared.length > 0 ? [...messages.slice(0, -1), ...compared] : [...messages];
}

function branchesOf(conversation: Conversation, messages: readonly Message[]): Branches {
  const branches: Branches = {};
  for (const message of messages) {
    const siblings = siblingsOf(conversation, message);
    if (siblings.length > 1) {
      branches[message.id] = { index: siblings.indexOf(message), count: siblings.length };
    }
  }
  return branches;
}
