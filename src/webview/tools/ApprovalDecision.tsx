import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import type { PendingApproval } from "../../shared/conversation/tool.ts";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { CardProblem, TimeLeft, useDecision } from "./cardParts.tsx";
import { type DecisionDetails, useTools } from "./toolsPage.ts";

export function ApprovalDecision({
  approval,
}: {
  readonly approval: PendingApproval;
}): JSX.Element {
  const words = useWords();
  const { locale } = usePage();
  const { environment, act, acknowledgement } = approval.proposal;
  const [word, setWord] = useState("");
  const [isTicked, setIsTicked] = useState(false);
  const tools = useTools();
  const { settle, isBusy, problem } = useDecision();
  const decide = (approve: boolean, details: DecisionDetails): void =>
    settle(() => tools.decide(approval, approve, details));
  const side = locale === "pt-br" ? "ptBr" : "en";
  const isReady =
    (!environment.isProduction || word.trim() !== "") && (!acknowledgement || isTicked);
  return (
    <form
      class="approval-decision"
      onSubmit={(event) => {
        event.preventDefault();
        decide(true, { word, acknowledged: isTicked });
      }}
    >
      {acknowledgement && (
        <Tick label={acknowledgement[side]} isTicked={isTicked} onChange={setIsTicked} />
      )}
      {environment.isProduction && (
        <WordField label={words.approvalType(environment.name)} value={word} onInput={setWord} />
      )}
      <div class="buttons">
        <button type="submit" class="button" disabled={isBusy || !isReady}>
          {act[side]}
        </button>
        <button
          type="button"
          class="button quiet"
          disabled={isBusy}
          onClick={() => decide(false, {})}
        >
          {words.approvalReject}
        </button>
        <TimeLeft expiresAt={approval.expiresAt} />
      </div>
      <CardProblem problem={problem} />
    </form>
  );
}

interface TickProps {
  readonly label: string;
  readonly isTicked: boolean;
  readonly onChange: (isTicked: boolean) => void;
}

function Tick({ label, isTicked, onChange }: TickProps): JSX.Element {
  return (
    <label class="approval-tick">
      <input
        type="checkbox"
        checked={isTicked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

interface WordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

function WordField({ label, value, onInput }: WordFieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="approval-word">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        class="field"
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}
