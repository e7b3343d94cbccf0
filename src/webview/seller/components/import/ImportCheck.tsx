import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { ImportState } from "../../../../shared/sellerPage/sellerImport.ts";
import { Icon } from "../../../kit/Icon.tsx";
import { useSellerPage } from "../../sellerPage.ts";
import { ImportQuestions } from "./ImportQuestions.tsx";
import { ImportRows } from "./ImportRows.tsx";
import { RowsInWords } from "./RowsInWords.tsx";

export function ImportCheck({ state }: { readonly state: ImportState }): JSX.Element | null {
  const { words, host } = useSellerPage();
  const { stage, check } = state;
  if (stage === "chosen") {
    return (
      <button
        type="button"
        class="button"
        disabled={!state.canCheck}
        onClick={() => void host.checkImport({})}
      >
        {words.checkFile}
      </button>
    );
  }
  if (stage === "checking") {
    return (
      <div role="status">
        {words.checkingFile} <span class="progress" />
        <button type="button" class="button quiet small" onClick={() => void host.cancelImport({})}>
          {words.cancel}
        </button>
      </div>
    );
  }
  return check ? <Checked state={state} check={check} /> : null;
}

type Check = NonNullable<ImportState["check"]>;

function Checked({
  state: { stage, resumed = 0, ...state },
  check,
}: {
  readonly state: ImportState;
  readonly check: Check;
}): JSX.Element {
  const { words, format } = useSellerPage();
  const { count } = format;
  return (
    <section class="check">
      <Summary check={check} isMade={state.file?.isMade === true} />
      {state.plan && stage === "checked" && (
        <ImportQuestions questions={check.questions} plan={state.plan} />
      )}
      {resumed > 0 && stage === "checked" && (
        <p>
          {words.resumed(count(resumed))}{" "}
          {words.rowsLeft(count(Math.max(0, check.valid - resumed)))}
        </p>
      )}
      {stage === "checked" && check.valid > 0 && <Start state={state} check={check} />}
      {state.file?.isMade === true ? (
        <RowsInWords
          check={check}
          fields={state.fields}
          canChoose={stage === "checked"}
          isUnderWay={state.counts !== undefined}
        />
      ) : (
        <FileRows state={state} check={check} canChoose={stage === "checked"} />
      )}
    </section>
  );
}

/** A table of chosen entries has no lines that the person knows, so it shows no errors and warnings. */
function Summary({
  check,
  isMade,
}: {
  readonly check: Check;
  readonly isMade: boolean;
}): JSX.Element {
  const { words, format } = useSellerPage();
  const { count } = format;
  const { compared, notCompared, errorCount, warningCount } = check;
  return (
    <div role="status">
      <p>
        <strong>{words.checkedRows(count(check.valid), count(check.rows))}</strong>
        {!isMade && <> · {words.errorsAndWarnings(count(errorCount), count(warningCount))}</>}
      </p>
      {compared && (
        <p>
          {words.comparedRows(count(compared.added), count(compared.changed), count(compared.same))}
        </p>
      )}
      {notCompared !== undefined && <p class="problem warning">{notCompared}</p>}
    </div>
  );
}

function FileRows({
  state: { counts },
  check,
  canChoose,
}: {
  readonly state: Pick<ImportState, "counts">;
  readonly check: Check;
  readonly canChoose: boolean;
}): JSX.Element {
  return (
    <>
      <Warnings warnings={check.warnings} />
      <Errors errors={check.errors} total={check.errorCount} />
      {check.rows > 0 && (
        <ImportRows check={check} canChoose={canChoose} isUnderWay={counts !== undefined} />
      )}
    </>
  );
}

function Start({
  state: { environmentName, environmentKind },
  check: { valid, compared, leftOut },
}: {
  readonly state: Pick<ImportState, "environmentName" | "environmentKind">;
  readonly check: Check;
}): JSX.Element {
  const { words, format, host } = useSellerPage();
  const [withUnchanged, setWithUnchanged] = useState(false);
  const same = compared?.same ?? 0;
  const out = leftOut.changing + (withUnchanged ? leftOut.same : 0);
  const rows = valid - (withUnchanged ? 0 : same) - out;
  return (
    <>
      {rows === 0 && <p>{out > 0 ? words.nothingTicked : words.nothingToWrite}</p>}
      {out > 0 && <p>{words.leftOutRows(format.count(out))}</p>}
      {same > 0 && (
        <label class="check-option">
          <input
            type="checkbox"
            checked={withUnchanged}
            onChange={(event) => setWithUnchanged(event.currentTarget.checked)}
          />
          {words.withUnchanged(format.count(same))}
        </label>
      )}
      {rows > 0 && (
        <button
          type="button"
          class={environmentKind === "production" ? "button danger" : "button"}
          onClick={() => void host.startImport({ withUnchanged })}
        >
          {words.writeRows(format.count(rows), environmentName ?? "")}
        </button>
      )}
    </>
  );
}

/** The most listed problems; the others are in the table of rows, and in the editor's list of problems. */
const maxListed = 20;

function Warnings({ warnings }: Pick<Check, "warnings">): JSX.Element | null {
  const { words, format, host } = useSellerPage();
  return warnings.length === 0 ? null : (
    <ul class="line-problems">
      {warnings.map(({ line, count, text }, index) => (
        <li key={`${index}`} class="problem warning">
          <Icon name="info" />
          <span>
            <span class="reading">{words.ourReading}: </span>
            {text} {count > 1 && <>({words.warningRows(format.count(count))} </>}
            <button
              type="button"
              class="link"
              onClick={() => void host.showImportProblem({ line })}
            >
              {words.line(format.count(line))}
            </button>
            {count > 1 && ")"}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Errors({
  errors,
  total,
}: Pick<Check, "errors"> & { readonly total: number }): JSX.Element | null {
  const { words, format, host } = useSellerPage();
  if (errors.length === 0) {
    return null;
  }
  return (
    <>
      <ul class="line-problems">
        {errors.slice(0, maxListed).map(({ line, text }, index) => (
          <li key={`${index}`} class="problem error">
            <Icon name="error" />
            <button
              type="button"
              class="link"
              onClick={() => void host.showImportProblem({ line })}
            >
              {words.line(format.count(line))}
            </button>{" "}
            {text}
          </li>
        ))}
      </ul>
      {total > maxListed && <p class="quiet">{words.moreProblems}</p>}
    </>
  );
}
