import type { JSX } from "preact";

import { Icon } from "../../kit/Icon.tsx";
import { useSellerPage } from "../sellerPage.ts";
import { ImportCheck } from "./ImportCheck.tsx";
import { ImportPlan } from "./ImportPlan.tsx";
import { ImportProgress } from "./ImportProgress.tsx";

/** An import from the choice of its file to the last row. */
export function ImportPlace(): JSX.Element | null {
  const { words, imported, host } = useSellerPage();
  const state = imported.value;
  if (!state) {
    return null;
  }
  const isWriting = ["running", "paused", "looking"].includes(state.stage);
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
      {state.message !== undefined && state.refusedLine === undefined && (
        <p class="problem error" role="alert">
          <Icon name="error" />
          {state.message}
        </p>
      )}
      {state.file && state.plan && (
        <ImportPlan state={state} plan={state.plan} isLocked={isWriting} />
      )}
      <ImportCheck state={state} />
      <ImportProgress state={state} />
    </div>
  );
}
