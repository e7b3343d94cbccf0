import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

import type { JournalView } from "../../../../shared/sellerPage/sellerJournal.ts";
import type { RecheckResult } from "../../../../shared/sellerPage/sellerState.ts";
import { VisibleText } from "../../../tools/VisibleText.tsx";
import { useSellerPage } from "../../sellerPage.ts";
import { ChangesTable } from "../parts/ChangesTable.tsx";
import { EnvironmentBadge } from "../parts/EnvironmentBadge.tsx";
import { RawAnswer } from "../parts/RawAnswer.tsx";

export function Entry({ entry }: { readonly entry: JournalView }): JSX.Element {
  const { words, format } = useSellerPage();
  const { id, at, title, subject, environmentKind, environmentName, source, origin, outcome } =
    entry;
  const sources = {
    form: words.sourceForm,
    csv: words.sourceCsv,
    chat: words.sourceChat,
    editorTool: words.sourceEditorTool,
    mcp: words.sourceMcp,
  };
  const outcomes = {
    done: words.outcomeDone,
    accepted: words.outcomeAccepted,
    failed: words.outcomeFailed,
    complaint: words.outcomeComplaint,
    notDone: words.outcomeNotDone,
    unknown: words.outcomeUnknown,
  };
  return (
    <li class="entry" data-outcome={outcome}>
      <details>
        <summary>
          <span class={`outcome ${outcome}`}>{outcomes[outcome]}</span>
          <strong>{title}</strong>
          <span class="entry-subject">
            <VisibleText text={subject} />
          </span>
          <Difference changes={entry.changes} />
          <span class="quiet">
            {sources[source]}
            {origin !== undefined && ` · ${origin}`}
            {" · "}
            {format.moment(at)}
          </span>
          <EnvironmentBadge kind={environmentKind} />
          <span class="quiet">{environmentName}</span>
        </summary>
        <p class="plan-request">
          <code>
            {entry.method} {entry.url}
          </code>
        </p>
        {entry.reason !== undefined && <p>{entry.reason}</p>}
        {entry.requestId !== undefined && <p class="quiet">{words.requestId(entry.requestId)}</p>}
        {entry.isSeen === true && <p>{words.seenAfter}</p>}
        <Said entry={entry} />
        <ChangesTable changes={entry.changes} isPast />
        {entry.canLook && <LookAgain id={id} />}
        <EntryButtons id={id} canUndo={entry.canUndo} />
      </details>
    </li>
  );
}

/** Draws text from outside as plain text only. */
function Said({ entry }: { readonly entry: JournalView }): JSX.Element {
  const { words } = useSellerPage();
  return (
    <>
      {entry.said !== undefined && (
        <p class="portal-said">
          {words.portalSaid}: <q>{entry.said}</q>
        </p>
      )}
      <RawAnswer answer={entry.answer} status={entry.status} />
    </>
  );
}

/** The most fields in the row; further ones appear below it. */
const maxFields = 2;

/** Shows for example "Stock quantity 38 → 50". */
function Difference({ changes }: Pick<JournalView, "changes">): JSX.Element | null {
  const { words, format } = useSellerPage();
  const changed = changes.filter(({ state }) => state === "changed");
  const fields = changed.length > 0 ? changed : changes.filter(({ state }) => state === "new");
  if (fields.length === 0) {
    return <span class="quiet">{words.stateSame}</span>;
  }
  return (
    <span class="entry-difference">
      {fields.slice(0, maxFields).map(({ name, label, kind, before, after }) => (
        <span key={name}>
          <span class="quiet">{label}</span>{" "}
          {before !== undefined && (
            <>
              <VisibleText text={short(format.cell(before, kind))} />
              <span aria-label={words.becomes}> → </span>
            </>
          )}
          <VisibleText text={short(format.cell(after, kind))} />
        </span>
      ))}
      {fields.length > maxFields && (
        <span class="quiet">{words.moreFields(fields.length - maxFields)}</span>
      )}
    </span>
  );
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function LookAgain({ id }: Pick<JournalView, "id">): JSX.Element {
  const { words, journal, host } = useSellerPage();
  const seen = useSignal<RecheckResult | undefined>(undefined);
  const isLooking = useSignal(false);
  const look = async (): Promise<void> => {
    isLooking.value = true;
    seen.value = await host.lookAgain({ id }).finally(() => {
      isLooking.value = false;
    });
    if (seen.value.ok && seen.value.isThere) {
      await journal.read();
    }
  };
  const result = seen.value;
  return (
    <>
      <button
        type="button"
        class="button small"
        disabled={isLooking.value}
        onClick={() => void look()}
      >
        {isLooking.value ? words.looking : words.lookAgain}
      </button>
      {result?.ok === false && <p role="alert">{result.message}</p>}
      {result?.ok === true && !result.isThere && (
        <div role="status">
          <p>{words.itIsNotThere}</p>
          <ChangesTable changes={result.changes} />
        </div>
      )}
    </>
  );
}

function EntryButtons({ id, canUndo }: Pick<JournalView, "id" | "canUndo">): JSX.Element {
  const { words, form, notice, snippet, exchange } = useSellerPage();
  const undo = async (): Promise<void> => {
    notice.value = (await form.undo(id)) ?? "";
  };
  return (
    <div class="buttons">
      {canUndo && (
        <button type="button" class="button small" onClick={() => void undo()}>
          {words.undoWrite}
        </button>
      )}
      <button
        type="button"
        class="button small quiet"
        onClick={() => void snippet({ kind: "journal", id }, "clipboard", "curl")}
      >
        {words.copyCurl}
      </button>
      <button
        type="button"
        class="button small quiet"
        onClick={() => void snippet({ kind: "journal", id }, "editor")}
      >
        {words.openCode}
      </button>
      <button
        type="button"
        class="button small quiet"
        onClick={() => void exchange.open({ kind: "journal", id })}
      >
        {words.showExchange}
      </button>
    </div>
  );
}
