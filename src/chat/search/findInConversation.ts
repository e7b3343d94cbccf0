import type { FindQuery, FindResult } from "../../shared/calls/historyCalls.ts";
import type { Conversation } from "../../shared/conversation/conversation.ts";
import { messageText, visiblePath } from "../../shared/conversation/transcript.ts";
import { type FindPattern, findPattern, type Ranges } from "./findPattern.ts";

const maxMatches = 10_000;

/** Undefined on a timeout. */
type Match = (
  pattern: FindPattern,
  text: string,
  limit: number,
) => Ranges | undefined | Promise<Ranges | undefined>;

export async function findInConversation(
  conversation: Conversation,
  query: FindQuery,
  drawn: ReadonlyMap<string, string>,
  match: Match,
): Promise<FindResult> {
  const pattern = findPattern(query);
  if (!pattern) {
    return { ok: false, reason: "pattern" };
  }
  const messages: Extract<FindResult, { ok: true }>["messages"] = [];
  let left = query.text === "" ? 0 : maxMatches;
  for (const message of visiblePath(conversation)) {
    if (left <= 0) {
      break;
    }
    const shown = drawn.get(message.id);
    const ranges = await match(pattern, shown ?? messageText(message), left);
    if (!ranges) {
      return { ok: false, reason: "slow" };
    }
    left -= ranges.length;
    if (ranges.length > 0) {
      messages.push({
        messageId: message.id,
        count: ranges.length,
        ranges: shown === undefined ? [] : ranges.map(([start, end]) => [start, end]),
      });
    }
  }
  return { ok: true, messages, isLimited: left <= 0 && query.text !== "" };
}
