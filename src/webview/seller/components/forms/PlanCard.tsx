import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

import type { PlanView } from "../../../../shared/sellerPage/sellerState.ts";
import { Icon } from "../../../kit/Icon.tsx";
import { VisibleText } from "../../../tools/VisibleText.tsx";
import { useSellerPage } from "../../sellerPage.ts";
import { ChangesTable } from "../parts/ChangesTable.tsx";
import { EnvironmentBadge } from "../parts/EnvironmentBadge.tsx";
import { WriteEnd } from "./WriteEnd.tsx";

export function PlanCard({ plan }: { readonly plan: PlanView }): JSX.Element {
  const { words, form } = useSellerPage();
  const { environmentKind, environmentName, method, url, body, changes, warnings, current } = plan;
  const isSame = changes.every(({ state }) => state === "same" || state === "notSent");
  const card = useRef<HTMLDivElement>(null);
  const dangerId = useId();
  // Planning replaced the fields, so the card takes the focus.
  useLayoutEffect(() => card.current?.focus(), [plan]);
  return (
    <div
      ref={card}
      class={`plan ${environmentKind}`}
      role="group"
      aria-label={plan.act}
      {...(plan.danger !== undefined && { "aria-describedby": dangerId })}
      tabIndex={-1}
    >
      <p class="plan-environment">
        <EnvironmentBadge kind={environmentKind} />
        <strong>{environmentName}</strong>
      </p>
      <p class="plan-request">
        <code>
          {method} {url}
        </code>
      </p>
      {current === "none" && <p>{words.isNew}</p>}
      {current === "incomplete" && <p class="problem warning">{words.isIncomplete}</p>}
      {current === "unreadable" && <p class="problem warning">{words.isUnreadable}</p>}
      {current === "found" && isSame && <p>{words.noChange}</p>}
      <Changes planned={changes} />
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      {body !== undefined && (
        <details>
          <summary>{words.request}</summary>
          <pre class="plan-body">
            <VisibleText text={body} />
          </pre>
        </details>
      )}
      {plan.danger !== undefined && (
        <p class="plan-danger" role="note" id={dangerId}>
          <Icon name="warning" /> {plan.danger}
        </p>
      )}
      {form.result.value ? <WriteEnd result={form.result.value} /> : <Decision plan={plan} />}
    </div>
  );
}

/** If a later reading does not show the write, it has the portal's newest values. */
function Changes({ planned }: { readonly planned: PlanView["changes"] }): JSX.Element {
  const recheck = useSellerPage().form.recheck.value;
  const isMissing = recheck?.ok === true && !recheck.isThere;
  return <ChangesTable changes={isMissing ? recheck.changes : planned} />;
}

function Warnings({ warnings }: Pick<PlanView, "warnings">): JSX.Element {
  const { words } = useSellerPage();
  return (
    <details class="plan-warnings">
      <summary>
        {words.warnings} ({warnings.length})
      </summary>
      <ul>
        {warnings.map(({ field, text }) => (
          <li key={`${field} ${text}`}>
            <code>{field}</code> {text}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Decision({ plan }: { readonly plan: PlanView }): JSX.Element {
  const { words, form } = useSellerPage();
  const isDangerous = plan.environmentKind === "production" || plan.danger !== undefined;
  return (
    <div class="buttons">
      <button
        type="button"
        class={isDangerous ? "button danger" : "button"}
        disabled={form.isBusy.value}
        onClick={() => void form.send()}
      >
        {isDangerous && <Icon name="warning" />}
        {form.isBusy.value ? words.sending : plan.act}
      </button>
      <button
        type="button"
        class="button quiet"
        disabled={form.isBusy.value}
        onClick={() => form.revise()}
      >
        {words.back}
      </button>
    </div>
  );
}
