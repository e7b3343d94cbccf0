import type { JSX } from "preact";

import type {
  PendingApproval,
  ProposedField,
  WriteProposal,
} from "../../shared/conversation/tool.ts";
import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { ApprovalDecision } from "./ApprovalDecision.tsx";
import { CardWarnings } from "./cardParts.tsx";
import { countUnseen, VisibleText } from "./VisibleText.tsx";

export function ApprovalCard({ approval }: { readonly approval: PendingApproval }): JSX.Element {
  const words = useWords();
  const { locale } = usePage();
  const { proposal } = approval;
  const { environment, title } = proposal;
  const kind = environment.isProduction ? words.approvalProduction : words.approvalSandbox;
  const side = locale === "pt-br" ? "ptBr" : "en";
  return (
    <section
      class={`approval ${environment.isProduction ? "production" : "sandbox"}`}
      role="group"
      aria-label={proposal.act[side]}
      data-card="request"
    >
      <p class="unseen" role="alert">
        {words.approvalNeeded(proposal.act[side])}
      </p>
      <h3 class="approval-head">
        <span class="approval-environment">
          <Icon name={environment.isProduction ? "warning" : "beaker"} />
          <VisibleText text={environment.name} />
          {kind.toLowerCase() !== environment.name.toLowerCase() && (
            <span class="approval-kind">{kind}</span>
          )}
        </span>
        <span class="approval-title">{title[side]}</span>
      </h3>
      <p class="approval-address">
        <b>{proposal.method}</b> <VisibleText text={proposal.url} />
      </p>
      <FieldTable proposal={proposal} />
      <Warnings proposal={proposal} />
      <ApprovalDecision approval={approval} />
      <ExactRequest proposal={proposal} />
    </section>
  );
}

function FieldTable({ proposal }: { readonly proposal: WriteProposal }): JSX.Element {
  const words = useWords();
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
  const words = useWords();
  const { locale } = usePage();
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
  const words = useWords();
  const { format, locale } = usePage();
  const unseen = countUnseen([
    proposal.url,
    proposal.environment.name,
    ...proposal.fields.flatMap(({ before = "", after = "" }) => [before, after]),
  ]);
  const sentences = [
    ...(unseen > 0 ? [words.approvalInvisible(format.count(unseen))] : []),
    ...proposal.warnings.map((warning) => warning[locale === "pt-br" ? "ptBr" : "en"]),
  ];
  return <CardWarnings sentences={sentences} />;
}

function ExactRequest({ proposal }: { readonly proposal: WriteProposal }): JSX.Element {
  const words = useWords();
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
