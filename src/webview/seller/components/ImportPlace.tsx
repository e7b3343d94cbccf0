import type { JSX } from "preact";

import type { ImportState } from "../../../shared/sellerPage/sellerImport.ts";
import { Icon } from "../../components/Icon.tsx";
import { useSellerPage } from "../sellerPage.ts";
import { ImportPlan } from "./ImportPlan.tsx";
import { ImportProgress } from "./ImportProgress.tsx";

/** An import from the choice of its file to its last row. */
export function ImportPlace(): JSX.Element | null {
  const { words, imported, host } = useSellerPage();
  const state = imported.value;
  if (!state) {
    return null;
  }
  const isWriting = state.stage === "running" || state.stage === "paused";
  return (
    <div class="import scroll" data-stage={state.stage}>
      <p class="quiet">{words.importText}</p>
      {!isWriting && (
        <div class="buttons">
          <button
            type="button"
            class={state.file ? "button quiet" : "button"}
            onClick={() => void host.chooseImportFile({ from: "disk" })}
          >
            {words.chooseFile}
          </button>
          <button
            type="button"
            class="button quiet"
            onClick={() => void host.chooseImportFile({ from: "editor" })}
          >
            {words.openFile}
          </button>
        </div>
      )}
      {state.message !== undefined && (
        <p class="problem error" role="alert">
          <Icon name="error" />
          {state.message}
        </p>
      )}
      {state.file && state.plan && (
        <ImportPlan state={state} plan={state.plan} isLocked={isWriting} />
      )}
      <Check state={state} />
      <ImportProgress state={state} />
    </div>
  );
}

function Check({ state }: { readonly state: ImportState }): JSX.Element | null {
  const { words, format, host } = useSellerPage();
  const { stage, check, environmentName, environmentKind, resumed = 0 } = state;
  if (stage === "chosen") {
    return (
      <button type="button" class="button" onClick={() => void host.checkImport({})}>
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
  if (!check) {
    return null;
  }
  const { count } = format;
  return (
    <section class="check">
      <p role="status">
        <strong>{words.checkedRows(count(check.valid), count(check.rows))}</strong>
        {" · "}
        {words.errorsAndWarnings(count(check.errorCount), count(check.warningCount))}
      </p>
      {resumed > 0 && stage === "checked" && <p>{words.resumed(count(resumed))}</p>}
      {stage === "checked" && check.valid > 0 && (
        <button
          type="button"
          class={environmentKind === "production" ? "button production" : "button"}
          onClick={() => void host.startImport({})}
        >
          {words.writeRows(count(check.valid), environmentName ?? "")}
        </button>
      )}
      <Problems problems={check.problems} total={check.errorCount + check.warningCount} />
    </section>
  );
}

const maxListed = 200;

function Problems({
  problems,
  total,
}: {
  readonly problems: NonNullable<ImportState["check"]>["problems"];
  readonly total: number;
}): JSX.Element | null {
  const { words, format, host } = useSellerPage();
  if (problems.length === 0) {
    return null;
  }
  return (
    <>
      <ul class="line-problems">
        {problems.slice(0, maxListed).map(({ line, level, text }, index) => (
          <li key={`${index}`} class={`problem ${level}`}>
            <Icon name={level === "error" ? "error" : "info"} />
            <button
              type="button"
              class="link"
              onClick={() => void host.showImportProblem({ line })}
            >
              {words.line(format.count(line))}
            </button>{" "}
            {level === "warning" && <span class="reading">{words.ourReading}: </span>}
            {text}
          </li>
        ))}
      </ul>
      {total > maxListed && <p class="quiet">{words.moreProblems}</p>}
    </>
  );
}
