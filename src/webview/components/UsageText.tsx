import type { JSX } from "preact";

import type { AssistantMessage } from "../../shared/conversation.ts";
import type { Format } from "../format.ts";
import { tokensPerSecond } from "../turns/answerFacts.ts";
import type { Words } from "../words.ts";
import { usePage } from "./page.ts";

/** What an answer used, as far as the hub reported it. */
export function UsageText({ message }: { readonly message: AssistantMessage }): JSX.Element {
  const { words, format } = usePage();
  return <span class="usage">{usageParts(message, words, format).join(" · ")}</span>;
}

function usageParts(message: AssistantMessage, words: Words, format: Format): readonly string[] {
  const { usage, firstTextMs } = message;
  const speed = tokensPerSecond(message);
  const parts: string[] = [];
  const { inputTokens, outputTokens, cost, currency } = usage ?? {};
  if (inputTokens !== undefined && outputTokens !== undefined) {
    parts.push(words.tokens(format.compact(inputTokens), format.compact(outputTokens)));
  } else if (outputTokens !== undefined) {
    parts.push(words.outputTokens(format.compact(outputTokens)));
  }
  const money = cost === undefined ? "" : format.money(cost, currency);
  if (money !== "") {
    parts.push(money);
  }
  if (firstTextMs !== undefined) {
    parts.push(words.firstText(format.seconds(firstTextMs)));
  }
  if (speed !== undefined) {
    parts.push(words.tokensPerSecond(format.count(Math.max(1, speed))));
  }
  return parts;
}
