import type { JSX } from "preact";

import { leaving } from "../../kit/focus.ts";
import { usePage } from "../../page/page.ts";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";

/** The button that starts the plan of the last answer. */
export function PlanStart({ messageId }: { readonly messageId: string }): JSX.Element | null {
  const words = useAgentWords();
  const agent = useAgent();
  return useIsOffered(messageId) ? (
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

/** Repeats the question as a task, below an answer in Ask whose edits or commands were refused. */
export function AskedOnly({ messageId }: { readonly messageId: string }): JSX.Element | null {
  const words = useAgentWords();
  const agent = useAgent();
  const { actions } = usePage();
  const run = async (): Promise<void> => {
    if (await agent.act("setMode", { mode: "agent" })) {
      actions.regenerate(messageId);
    }
  };
  return useIsOffered(messageId) ? (
    <div class="notice quiet">
      <p>
        {words.askedOnly}{" "}
        <button type="button" class="link" onClick={leaving(() => void run())}>
          {words.runAsAgent}
        </button>
      </p>
    </div>
  ) : null;
}

function useIsOffered(messageId: string): boolean {
  const agent = useAgent();
  const { state } = usePage();
  const isLast = state.messageIds.value.at(-1) === messageId;
  return isLast && !state.isRunning.value && agent.part("unavailable") === undefined;
}
