import type { Message } from "../../shared/conversation/conversation.ts";

/**
 * A number that changes with the recorded values of a message's requests. Zero without a record, so that most messages
 * need no call.
 */
export function leftVersions(
  messages: readonly (Message | undefined)[],
): ReadonlyMap<string, number> {
  const versions = new Map<string, number>();
  let below = 0;
  for (const message of messages.toReversed()) {
    if (message?.role === "assistant" && message.left) {
      const { masked, clear, rest, isUnchecked } = message.left;
      below += 1 + Object.keys(masked).length + clear.length * 1_001;
      below += (rest === "clear" ? 0.5 : 0) + (isUnchecked ? 0.25 : 0);
    } else if (message?.role === "user") {
      versions.set(message.id, below);
    }
  }
  return versions;
}
