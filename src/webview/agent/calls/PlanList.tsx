import type { JSX } from "preact";

import type { Fields } from "../../../shared/base/json.ts";
import { isRecord } from "../../../shared/base/json.ts";
import type { AgentState } from "../../../shared/calls/agentCalls.ts";
import { Icon } from "../../kit/Icon.tsx";
import { VisibleText } from "../../tools/VisibleText.tsx";
import { useAgentWords } from "../state/agentWords.ts";
import { field } from "../state/callArguments.ts";

export type Plan = AgentState["plan"];

const maxItems = 30;
const maxText = 500;

export function planOf(args: Fields): Plan {
  const items = Array.isArray(args["items"]) ? args["items"] : [];
  return items
    .filter(isRecord)
    .slice(0, maxItems)
    .map((item) => ({
      text: field(item, "text", "content", "step").slice(0, maxText),
      state: stateOf(field(item, "state", "status")),
    }));
}

function stateOf(state: string): Plan[number]["state"] {
  if (state === "done" || state === "completed") {
    return "done";
  }
  return ["running", "doing", "in_progress"].includes(state) ? "doing" : "open";
}

export function PlanList({ plan }: { readonly plan: Plan }): JSX.Element {
  const words = useAgentWords();
  const names = { open: words.planOpen, doing: words.planDoing, done: words.planDone };
  return (
    <ol class="plan" aria-label={words.plan}>
      {plan.map(({ text, state }, index) => (
        <li key={index} data-plan={state}>
          <span class="plan-mark" aria-hidden="true">
            {state === "done" && <Icon name="check" />}
          </span>
          <span class="unseen">{names[state]}: </span>
          <VisibleText text={text} />
        </li>
      ))}
    </ol>
  );
}
