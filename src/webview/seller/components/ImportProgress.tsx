import type { JSX } from "preact";

import type { ImportState } from "../../../shared/sellerPage/sellerImport.ts";
import { useSellerPage } from "../sellerPage.ts";

/** The progress of an import and its actions. */
export function ImportProgress({ state }: { readonly state: ImportState }): JSX.Element | null {
  const { words, host, report } = useSellerPage();
  const { stage, counts, hasFailedRows } = state;
  if (
    !counts ||
    (stage !== "running" && stage !== "paused" && stage !== "finished" && stage !== "cancelled")
  ) {
    return null;
  }
  const { total, done, failed, unknown, invalid, unchanged } = counts;
  return (
    <section class="import-progress" aria-label={words[stage]}>
      <p role="status">
        <strong>{words[stage]}</strong>
      </p>
      <progress
        max={total}
        value={done + failed + unknown + invalid + unchanged}
        aria-label={words[stage]}
      />
      <Counts counts={counts} />
      {unknown > 0 && <p class="problem warning">{words.importUnknown}</p>}
      <div class="buttons">
        {stage === "running" && (
          <button type="button" class="button" onClick={() => void host.pauseImport({})}>
            {words.pause}
          </button>
        )}
        {stage === "paused" && (
          <button
            type="button"
            class="button"
            onClick={() => void host.startImport({ withUnchanged: false })}
          >
            {words.goOn}
          </button>
        )}
        {(stage === "running" || stage === "paused") && (
          <button type="button" class="button quiet" onClick={() => void host.cancelImport({})}>
            {words.cancel}
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
    </section>
  );
}

function Counts({
  counts: { done, failed, unknown, invalid, unchanged },
}: {
  readonly counts: NonNullable<ImportState["counts"]>;
}): JSX.Element {
  const { words, format } = useSellerPage();
  const shown = [
    [words.countDone, done],
    [words.countUnchanged, unchanged],
    [words.countFailed, failed],
    [words.countUnknown, unknown],
    [words.countInvalid, invalid],
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
