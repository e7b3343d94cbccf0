import type { JSX } from "preact";

import { leaving } from "../kit/focus.ts";
import { usePage } from "../page/page.ts";
import { useAgent } from "./agentPage.ts";
import { useAgentWords } from "./agentWords.ts";

/** Leads from a plan on to Agent; only below the last answer, which is the plan that counts. */
export function PlanStart({ messageId }: { readonly messageId: string }): JSX.Element | null {
  const words = useAgentWords();
  const agent = useAgent();
  const { state } = usePage();
  const isLast = state.messageIds.value.at(-1) === messageId;
  const isFree = !state.isRunning.value && agent.part("unavailable") === undefined;
  return isLast && isFree ? (
    <button
      type="button"
      class="button plan-start"
      title={words.planStartHint}
      onClick={leaving(() => void agent.act("startPlan", { messageId }))}
    >
      {words.planStart}
    </button>
  ) : null;
}
