import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import type { PendingApproval } from "../../shared/tool.ts";
import { usePage } from "../page/page.ts";
import type { Decided } from "./toolsPage.ts";
import { useTools } from "./toolsPage.ts";

/** The required tick or word, and the two buttons; the first button names its action. */
export function ApprovalDecision({
  approval,
}: {
  readonly approval: PendingApproval;
}): JSX.Element {
  const { words, locale } = usePage();
  const { environment, act, acknowledgement } = approval.proposal;
  const [word, setWord] = useState("");
  const [isTicked, setIsTicked] = useState(false);
  const { decide, isBusy, problem } = useDecision(approval);
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
        <TimeLeft approval={approval} />
      </div>
      <Problem problem={problem} />
    </form>
  );
}

function useDecision(approval: PendingApproval): {
  readonly decide: (approve: boolean, details: { word?: string; acknowledged?: boolean }) => void;
  readonly isBusy: boolean;
  readonly problem: Decided | undefined;
} {
  const tools = useTools();
  const [problem, setProblem] = useState<Decided>();
  const [isBusy, setIsBusy] = useState(false);
  const settle = async (decision: Promise<Decided>): Promise<void> => {
    const outcome = await decision;
    setProblem(outcome);
    // A decided card stays busy until the host removes it, so that there is no second click.
    setIsBusy(outcome === "done");
  };
  return {
    isBusy,
    problem,
    decide: (approve, details) => {
      setIsBusy(true);
      void settle(tools.decide(approval, approve, details));
    },
  };
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

function Problem({ problem }: { readonly problem: Decided | undefined }): JSX.Element | null {
  const { words } = usePage();
  switch (problem) {
    case "wrongWord":
      return <p role="alert">{words.approvalWrongWord}</p>;
    case "tooEarly":
      return <p role="alert">{words.approvalTooEarly}</p>;
    case "notAcknowledged":
      return <p role="alert">{words.approvalNotTicked}</p>;
    case "gone":
    case "failed":
      return <p role="alert">{words.approvalGone}</p>;
    case "done":
    case undefined:
      return null;
    default:
      return problem satisfies never;
  }
}

/** Shows whole minutes, then seconds in the last minute. */
function TimeLeft({ approval }: { readonly approval: PendingApproval }): JSX.Element | null {
  const { words, format, now } = usePage();
  const left = approval.expiresAt - now.value;
  if (left <= 0) {
    return null;
  }
  const isLong = left > 60_000;
  const time = isLong
    ? `${format.count(Math.floor(left / 60_000))}\u00a0min`
    : format.seconds(Math.ceil(left / 1000) * 1000);
  return <span class="hint">{words.approvalExpires(time)}</span>;
}
