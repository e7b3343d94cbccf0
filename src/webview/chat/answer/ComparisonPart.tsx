import type { JSX } from "preact";

import type { AssistantMessage } from "../../../shared/conversation/conversation.ts";
import { usePage } from "../../page/page.ts";
import { lazyPart } from "../../page/parts/lazyPart.tsx";

const Comparison = lazyPart<{ readonly comparisonId: string }>(
  async () => (await import("./Comparison.tsx")).Comparison,
);

export function ComparisonPart({
  message: { id, comparisonId },
}: {
  readonly message: AssistantMessage;
}): JSX.Element | null {
  const { state } = usePage();
  const first = state.messageIds.value.find((other) => {
    const message = state.message(other)?.value;
    return message?.role === "assistant" && message.comparisonId === comparisonId;
  });
  return comparisonId !== undefined && first === id ? (
    <Comparison comparisonId={comparisonId} />
  ) : null;
}
