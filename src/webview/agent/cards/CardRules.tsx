import type { JSX } from "preact";
import { useId } from "preact/hooks";

import type { AgentCard } from "../../../shared/calls/agentCalls.ts";
import { visibleCode } from "../../tools/VisibleCode.tsx";
import type { AgentWords } from "../../words/en/agentEn.ts";
import { useAgentWords } from "../state/agentWords.ts";

interface RulesProps {
  readonly rules: AgentCard["rules"];
  readonly command: string | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (ruleId: string | undefined) => void;
}

export function CardRules({ rules, command, chosen, onChoose }: RulesProps): JSX.Element {
  const words = useAgentWords();
  const name = useId();
  return (
    <fieldset class="card-rules" title={words.cardRuleFolder}>
      <legend class="hint">{words.cardRules}</legend>
      <label class="approval-tick">
        <input
          type="radio"
          name={name}
          checked={chosen === undefined}
          onChange={() => onChoose(undefined)}
        />
        {words.cardOnce}
      </label>
      {rules.map(({ id, kind, text, leavesSandbox }) => (
        <label key={id} class="approval-tick">
          <input type="radio" name={name} checked={chosen === id} onChange={() => onChoose(id)} />
          <span>
            {kindText(words, kind)}{" "}
            {(kind === "beginning" || (text !== command && text !== "")) && (
              <code class="rule-text visible-text" dir="ltr">
                {visibleCode(text)}
                {kind === "beginning" && " …"}
              </code>
            )}
            {leavesSandbox && ` ${words.cardRuleOutside}`}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function kindText(words: AgentWords, kind: AgentCard["rules"][number]["kind"]): string {
  return {
    run: words.cardSameForRun,
    edits: words.cardAllEdits,
    exact: words.cardAlwaysExact,
    beginning: words.cardAlwaysBeginning,
  }[kind];
}
