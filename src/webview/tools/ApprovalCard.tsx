import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import type { PendingApproval, ProposedField, WriteProposal } from "../../shared/tool.ts";
import { Icon } from "../components/Icon.tsx";
import { usePage } from "../components/page.ts";
import type { Decided } from "./toolsPage.ts";
import { countUnseen, VisibleText } from "./VisibleText.tsx";

/** One write that waits, drawn from the very request that is sent: where it goes first, then every field. */
export function ApprovalCard({ approval }: { readonly approval: PendingApproval }): JSX.Element {
  const { words, locale } = usePage();
  const { proposal } = approval;
  const { environment, title } = proposal;
  const headingId = useId();
  const side = locale === "pt-br" ? "ptBr" : "en";
  return (
    <section
      class={`approval ${environment.isProduction ? "production" : "sandbox"}`}
      aria-labelledby={headingId}
    >
      <p class="unseen" role="alert">
        {words.approvalNeeded(proposal.act[side])}
      </p>
      <h3 class="approval-head" id={headingId}>
        <span class="approval-environment">
          <Icon name={environment.isProduction ? "warning" : "beaker"} />
          <VisibleText text={environment.name} />
          <span class="approval-kind">
            {environment.isProduction ? words.approvalProduction : words.approvalSandbox}
          </span>
        </span>
        <span class="approval-title">{title[side]}</span>
      </h3>
      <p class="approval-address">
        <b>{proposal.method}</b> <VisibleText text={proposal.url} />
      </p>
      <FieldTable proposal={proposal} />
      <Warnings proposal={proposal} />
      <Decision approval={approval} />
      <ExactRequest proposal={proposal} />
    </section>
  );
}

function FieldTable({ proposal }: { readonly proposal: WriteProposal }): JSX.Element {
  const { words } = usePage();
  return (
    <table class="approval-fields">
      <thead>
        <tr>
          <th scope="col">{words.approvalField}</th>
          <th scope="col">{words.approvalNow}</th>
          <th scope="col">{words.approvalWillBe}</th>
        </tr>
      </thead>
      <tbody>
        {proposal.fields.map((field) => (
          <FieldRow key={field.name} field={field} />
        ))}
      </tbody>
    </table>
  );
}

function FieldRow({ field }: { readonly field: ProposedField }): JSX.Element {
  const { words, locale } = usePage();
  const { name, label, before, after, state } = field;
  return (
    <tr data-state={state}>
      <th scope="row">
        {label[locale === "pt-br" ? "ptBr" : "en"]}
        <code class="approval-name">
          <VisibleText text={name} />
        </code>
      </th>
      <td>
        {before === undefined ? (
          <span class="hint">{words.approvalNone}</span>
        ) : (
          <VisibleText text={before} />
        )}
      </td>
      <td>
        {after === undefined ? (
          <span class="hint">{words.approvalNotSent}</span>
        ) : (
          <VisibleText text={after} />
        )}
      </td>
    </tr>
  );
}

function Warnings({ proposal }: { readonly proposal: WriteProposal }): JSX.Element | null {
  const { words, format, locale } = usePage();
  const unseen = countUnseen([
    proposal.url,
    proposal.environment.name,
    ...proposal.fields.flatMap(({ before = "", after = "" }) => [before, after]),
  ]);
  const sentences = [
    ...(unseen > 0 ? [words.approvalInvisible(format.count(unseen))] : []),
    ...proposal.warnings.map((warning) => warning[locale === "pt-br" ? "ptBr" : "en"]),
  ];
  if (sentences.length === 0) {
    return null;
  }
  return (
    <ul class="approval-warnings">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Icon name="warning" />
          <span>
            <VisibleText text={sentence} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Decision({ approval }: { readonly approval: PendingApproval }): JSX.Element {
  const { words, locale, features } = usePage();
  const { environment, act, acknowledgement } = approval.proposal;
  const [word, setWord] = useState("");
  const [isTicked, setIsTicked] = useState(false);
  const [problem, setProblem] = useState<Decided>();
  const [isBusy, setIsBusy] = useState(false);
  const wordId = useId();
  const side = locale === "pt-br" ? "ptBr" : "en";
  const needsWord = environment.isProduction && word.trim() === "";
  const decide = async (approve: boolean): Promise<void> => {
    setIsBusy(true);
    const details = { word, acknowledged: isTicked };
    const outcome = await features.tools.decide(approval, approve, approve ? details : {});
    setProblem(outcome === "done" ? undefined : outcome);
    // A card that was decided stays busy until the host takes it away: there is no second click.
    setIsBusy(outcome === "done");
  };
  return (
    <form
      class="approval-decision"
      onSubmit={(event) => {
        event.preventDefault();
        void decide(true);
      }}
    >
      {acknowledgement && (
        <label class="approval-tick">
          <input
            type="checkbox"
            checked={isTicked}
            onChange={(event) => setIsTicked(event.currentTarget.checked)}
          />
          {acknowledgement[side]}
        </label>
      )}
      {environment.isProduction && (
        <label class="approval-word" htmlFor={wordId}>
          {words.approvalType(environment.name)}
          <input
            id={wordId}
            class="field"
            autocomplete="off"
            spellcheck={false}
            value={word}
            onInput={(event) => setWord(event.currentTarget.value)}
          />
        </label>
      )}
      <div class="buttons">
        <button
          type="submit"
          class="button"
          disabled={isBusy || needsWord || (acknowledgement !== undefined && !isTicked)}
        >
          {act[side]}
        </button>
        <button
          type="button"
          class="button quiet"
          disabled={isBusy}
          onClick={() => void decide(false)}
        >
          {words.approvalReject}
        </button>
        <TimeLeft approval={approval} />
      </div>
      <Problem problem={problem} />
    </form>
  );
}

function Problem({ problem }: { readonly problem: Decided | undefined }): JSX.Element | null {
  const { words } = usePage();
  switch (problem) {
    case "wrongWord":
      return <p role="alert">{words.approvalWrongWord}</p>;
    case "notAcknowledged":
      return <p role="alert">{words.approvalNotTicked}</p>;
    case "gone":
    case "failed":
      return <p role="alert">{words.approvalGone}</p>;
    default:
      return null;
  }
}

/** Whole minutes, then seconds in the last one. */
function TimeLeft({ approval }: { readonly approval: PendingApproval }): JSX.Element | null {
  const { words, format, now } = usePage();
  const left = approval.expiresAt - now.value;
  if (left <= 0) {
    return null;
  }
  const time =
    left > 60_000
      ? `${format.count(Math.floor(left / 60_000))} min`
      : format.seconds(Math.ceil(left / 1000) * 1000);
  return <span class="hint">{words.approvalExpires(time)}</span>;
}

function ExactRequest({ proposal }: { readonly proposal: WriteProposal }): JSX.Element {
  const { words } = usePage();
  return (
    <details class="approval-exact">
      <summary>{words.approvalRequest}</summary>
      <div class="tool-text">
        <VisibleText text={`${proposal.method} ${proposal.url}`} />
        <div>
          {proposal.body === undefined ? (
            <span class="hint">{words.approvalNoBody}</span>
          ) : (
            <VisibleText text={proposal.body} />
          )}
        </div>
      </div>
    </details>
  );
}
