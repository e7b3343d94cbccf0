import type { JSX } from "preact";

import type { AssistantMessage } from "../../shared/conversation.ts";
import type { Format } from "../kit/format.ts";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { Words } from "../words/en.ts";
import { tokensPerSecond } from "./answerFacts.ts";

/** As reported by the hub. */
export function UsageText({ message }: { readonly message: AssistantMessage }): JSX.Element | null {
  const words = useWords();
  const { format } = usePage();
  const { used, times } = usageParts(message, words, format);
  return used.length + times.length === 0 ? null : (
    <span class="usage on-hover">
      {used.map(unbroken).join(" · ")}
      <span class="usage-times">
        {used.length > 0 && times.length > 0 && " · "}
        {times.map(unbroken).join(" · ")}
      </span>
    </span>
  );
}

/** Lines break only between facts. */
function unbroken(fact: string): string {
  return fact.replaceAll(" ", "\u00a0");
}

/** Nothing was received or charged: zeros would look like figures. */
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

interface UsageParts {
  readonly used: readonly string[];
  /** Only in the details if there is little room. */
  readonly times: readonly string[];
}

function usageParts(message: AssistantMessage, words: Words, format: Format): UsageParts {
  const { usage, firstTextMs } = message;
  if (isWithoutAll(message)) {
    return { used: [], times: [] };
  }
  const speed = tokensPerSecond(message);
  const used: string[] = [];
  const times: string[] = [];
  const { inputTokens, outputTokens, cost, currency } = usage ?? {};
  if (inputTokens !== undefined && outputTokens !== undefined) {
    used.push(words.tokens(format.compact(inputTokens), format.compact(outputTokens)));
  } else if (outputTokens !== undefined) {
    used.push(words.outputTokens(format.compact(outputTokens)));
  }
  const money = cost === undefined ? "" : format.money(cost, currency);
  if (money !== "") {
    used.push(money);
  }
  if (firstTextMs !== undefined) {
    times.push(words.firstText(format.seconds(firstTextMs)));
  }
  if (speed !== undefined) {
    times.push(words.tokensPerSecond(format.count(Math.max(1, speed))));
  }
  return { used, times };
}
