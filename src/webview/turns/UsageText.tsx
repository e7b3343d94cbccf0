import type { JSX } from "preact";

import type { AssistantMessage } from "../../shared/conversation/conversation.ts";
import type { Format } from "../kit/format.ts";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { Words } from "../words/en/en.ts";

/** Time and cost, or tokens where the hub reports no cost; the rest is in the details. */
export function UsageText({ message }: { readonly message: AssistantMessage }): JSX.Element | null {
  const words = useWords();
  const { format } = usePage();
  const facts = isWithoutAll(message) ? [] : usageFacts(message, words, format);
  return facts.length === 0 ? null : (
    <span class="usage on-hover">{facts.map(unbroken).join(" · ")}</span>
  );
}

function unbroken(fact: string): string {
  return fact.replaceAll(" ", "\u00a0");
}

function isWithoutAll({ state, parts, usage }: AssistantMessage): boolean {
  const { inputTokens = 0, outputTokens = 0, cost = "0" } = usage ?? {};
  return (
    state === "failed" &&
    parts.length === 0 &&
    inputTokens === 0 &&
    outputTokens === 0 &&
    Number(cost) === 0
  );
}

function usageFacts(
  { usage, firstTextMs, durationMs = firstTextMs }: AssistantMessage,
  words: Words,
  format: Format,
): readonly string[] {
  const { inputTokens, outputTokens, cost, currency } = usage ?? {};
  const time = durationMs === undefined ? "" : format.seconds(durationMs);
  const money = cost === undefined ? "" : format.money(cost, currency);
  return [time, money === "" ? tokensText(words, format, inputTokens, outputTokens) : money].filter(
    (fact) => fact !== "",
  );
}

function tokensText(words: Words, format: Format, input?: number, output?: number): string {
  if (output === undefined) {
    return "";
  }
  return input === undefined
    ? words.outputTokens(format.compact(output))
    : words.tokens(format.compact(input), format.compact(output));
}
