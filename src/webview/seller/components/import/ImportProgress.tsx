import type { JSX } from "preact";

import type { ImportState } from "../../../../shared/sellerPage/sellerImport.ts";
import { Icon } from "../../../kit/Icon.tsx";
import { useSellerPage } from "../../sellerPage.ts";
import { UndoImport } from "./UndoImport.tsx";

export function ImportProgress({ state }: { readonly state: ImportState }): JSX.Element | null {
  const { words, format } = useSellerPage();
  const { stage, counts, refusedLine } = state;
  if (!counts && stage === "running") {
    return <ReadingAgain />;
  }
  if (!counts || !isWritingStage(stage)) {
    return null;
  }
  const { total, ...handledCounts } = counts;
  const { unknown } = counts;
  const handled = Object.values(handledCounts).reduce((sum, count) => sum + count, 0);
  const left = stage === "finished" ? 0 : Math.max(0, total - handled);
  return (
    <section class="import-progress" aria-label={words[stage]}>
      <p role="status">
        <strong>{words[stage]}</strong> {left > 0 && words.rowsLeft(format.count(left))}
      </p>
      <progress max={total} value={handled} aria-label={words[stage]} />
      <Counts counts={counts} />
      {unknown > 0 && <p class="problem warning">{words.importUnknown}</p>}
      <NotSeen state={state} />
      {refusedLine !== undefined && <RefusedRow line={refusedLine} state={state} />}
      <Actions state={state} />
      {(stage === "finished" || stage === "cancelled") && counts.done > 0 && (
        <div class="buttons">
          <UndoImport />
        </div>
      )}
    </section>
  );
}

type WritingStage = Exclude<ImportState["stage"], "none" | "chosen" | "checking" | "checked">;

function isWritingStage(stage: ImportState["stage"]): stage is WritingStage {
  return stage !== "none" && stage !== "chosen" && stage !== "checking" && stage !== "checked";
}

function NotSeen({ state }: { readonly state: ImportState }): JSX.Element | null {
  const { words, format, host } = useSellerPage();
  const { stage, counts, notSeen = [], subjects = {} } = state;
  if (stage !== "finished" || !counts || counts.accepted === 0) {
    return null;
  }
  return (
    <>
      <p class="problem warning">
        {words.notSeenRows(
          notSeen.map((line) => subjects[line] ?? format.count(line)).join(", ") || "?",
        )}
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={() => void host.lookAtImport({})}>
          {words.lookAgain}
        </button>
      </div>
    </>
  );
}

/** The portal's records are read again before the first row, so that only differences are written. */
function ReadingAgain(): JSX.Element {
  const { words, host } = useSellerPage();
  return (
    <section class="import-progress" aria-label={words.running}>
      <p role="status">
        {words.reading} <span class="progress" />
      </p>
      <div class="buttons">
        <button type="button" class="button quiet" onClick={() => void host.cancelImport({})}>
          {words.cancel}
        </button>
      </div>
    </section>
  );
}

function Actions({
  state: { stage, hasFailedRows, refusedLine },
}: {
  readonly state: ImportState;
}): JSX.Element {
  const { words, host, report } = useSellerPage();
  return (
    <div class="buttons">
      {stage === "running" && (
        <button type="button" class="button" onClick={() => void host.pauseImport({})}>
          {words.pause}
        </button>
      )}
      {stage === "paused" && (
        <button
          type="button"
          class={refusedLine === undefined ? "button" : "button quiet"}
          onClick={() => void host.startImport({ withUnchanged: false })}
        >
          {refusedLine === undefined ? words.goOn : words.tryAgain}
        </button>
      )}
      {stage !== "finished" && stage !== "cancelled" && (
        <button type="button" class="button quiet" onClick={() => void host.cancelImport({})}>
          {refusedLine === undefined ? words.cancel : words.stop}
        </button>
      )}
      {hasFailedRows && (
        <button
          type="button"
          class="button quiet"
          onClick={() => void host.saveFailedRows({}).then(report)}
        >
          {words.saveFailed}
        </button>
      )}
    </div>
  );
}

function RefusedRow({
  line,
  state: { message = "", subjects = {} },
}: {
  readonly line: number;
  readonly state: ImportState;
}): JSX.Element {
  const { words, format, host, exchange } = useSellerPage();
  return (
    <div class="refused-row">
      <p class="problem error" role="alert">
        <Icon name="error" />
        {subjects[line] === undefined ? (
          <button type="button" class="link" onClick={() => void host.showImportProblem({ line })}>
            {words.line(format.count(line))}
          </button>
        ) : (
          <strong>{subjects[line]}</strong>
        )}{" "}
        {words.rowRefused} {message}
      </p>
      <div class="buttons">
        <button
          type="button"
          class="button"
          onClick={() => void host.skipRefused({ which: "row" })}
        >
          {words.skipRow}
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => void host.skipRefused({ which: "alike" })}
        >
          {words.skipAlike}
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => void exchange.open({ kind: "row", line })}
        >
          {words.showExchange}
        </button>
      </div>
    </div>
  );
}

function Counts({
  counts: { done, failed, unknown, invalid, unchanged, leftOut, complained, accepted },
}: {
  readonly counts: NonNullable<ImportState["counts"]>;
}): JSX.Element {
  const { words, format } = useSellerPage();
  const shown = [
    [words.countDone, done],
    [words.countUnchanged, unchanged],
    ...(complained > 0 ? [[words.countComplained, complained] as const] : []),
    ...(accepted > 0 ? [[words.countAccepted, accepted] as const] : []),
    [words.countFailed, failed],
    [words.countUnknown, unknown],
    [words.countInvalid, invalid],
    ...(leftOut > 0 ? [[words.countLeftOut, leftOut] as const] : []),
  ] as const;
  return (
    <dl class="import-counts">
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{format.count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
