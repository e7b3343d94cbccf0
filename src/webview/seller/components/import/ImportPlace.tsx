import type { JSX } from "preact";

import type { ImportState } from "../../../../shared/sellerPage/sellerImport.ts";
import type { SellerPlace } from "../../../../shared/sellerPage/sellerState.ts";
import { Icon } from "../../../kit/Icon.tsx";
import { useSellerPage } from "../../sellerPage.ts";
import { ImportCheck } from "./ImportCheck.tsx";
import { ImportPlan } from "./ImportPlan.tsx";
import { ImportProgress } from "./ImportProgress.tsx";

export function ImportPlace(): JSX.Element | null {
  const { words, imported } = useSellerPage();
  const state = imported.value;
  if (!state) {
    return null;
  }
  const isWriting = ["running", "paused", "looking"].includes(state.stage);
  const { file, plan, message } = state;
  const isMade = file?.isMade === true;
  return (
    <div class="import scroll" data-stage={state.stage}>
      {isMade ? <h2>{file.name}</h2> : <p class="quiet">{words.importText}</p>}
      {!isWriting && !isMade && <Files isFirst={!file} />}
      {state.refusedLine === undefined && <Message text={message} />}
      {!isMade && plan && <ImportPlan state={state} plan={plan} isLocked={isWriting} />}
      <ImportCheck state={state} />
      <ImportProgress state={state} />
      {!isWriting && isMade && <Files isFirst={false} from={placeOf(state)} />}
    </div>
  );
}

function Message({ text }: { readonly text: string | undefined }): JSX.Element | null {
  return text === undefined ? null : (
    <p class="problem error" role="alert">
      <Icon name="error" />
      {text}
    </p>
  );
}

function placeOf({ plan }: ImportState): SellerPlace {
  return plan?.call === "registerTracking"
    ? "orders"
    : plan?.call === "updateStock"
      ? "listStock"
      : "listPrices";
}

function Files({
  isFirst,
  from,
}: {
  readonly isFirst: boolean;
  readonly from?: SellerPlace;
}): JSX.Element {
  const { words, host } = useSellerPage();
  return (
    <div class="buttons">
      {from !== undefined && (
        <button type="button" class="button quiet" onClick={() => void host.goTo({ place: from })}>
          {words.back}
        </button>
      )}
      <button
        type="button"
        class={isFirst ? "button" : "button quiet"}
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
  );
}
