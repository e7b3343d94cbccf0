import type { JSX } from "preact";

import type { WriteResult } from "../../../../shared/sellerPage/sellerState.ts";
import { Icon } from "../../../kit/Icon.tsx";
import { useSellerPage } from "../../sellerPage.ts";
import { StopReading } from "../parts/StopReading.tsx";

/** A write with an unknown outcome can be checked, never repeated. */
export function WriteEnd({ result }: { readonly result: WriteResult }): JSX.Element {
  const { words, form, exchange } = useSellerPage();
  const showExchange = async (): Promise<void> => {
    const planId = form.plan.value?.id;
    if (planId !== undefined) {
      await exchange.open({ kind: "plan", planId });
    }
  };
  const { outcome, message, requestId } = result;
  const isTaken = outcome === "done" || outcome === "accepted";
  const titles = {
    done: words.done,
    accepted: words.acceptedTitle,
    failed: words.failedTitle,
    complaint: words.complaintTitle,
    notDone: words.notDoneTitle,
    unknown: words.unknownTitle,
    notSent: words.notSent,
  };
  return (
    <div class={`write-end ${outcome}`} role={isTaken ? "status" : "alert"} data-outcome={outcome}>
      <p>
        <Icon name={outcome === "done" ? "pass" : outcome === "failed" ? "error" : "warning"} />{" "}
        <strong>{titles[outcome]}</strong>
      </p>
      <p>{message}</p>
      {requestId !== undefined && <p class="quiet">{words.requestId(requestId)}</p>}
      <Recheck />
      <div class="buttons">
        <Look outcome={outcome} />
        <StopReading />
        {form.plan.value && outcome !== "notSent" && (
          <button type="button" class="button quiet" onClick={() => void showExchange()}>
            {words.showExchange}
          </button>
        )}
        <button
          type="button"
          class="button quiet"
          onClick={() => (isTaken ? form.close() : form.revise())}
        >
          {isTaken ? words.close : words.back}
        </button>
      </div>
    </div>
  );
}

function Look({ outcome }: Pick<WriteResult, "outcome">): JSX.Element | null {
  const { words, form } = useSellerPage();
  if (outcome !== "unknown" && outcome !== "complaint" && outcome !== "accepted") {
    return null;
  }
  const label = outcome === "accepted" ? words.lookAgain : words.lookNow;
  return (
    <button
      type="button"
      class="button"
      disabled={form.isBusy.value}
      onClick={() => void form.look()}
    >
      {form.isReading.value ? words.reading : label}
    </button>
  );
}

function Recheck(): JSX.Element | null {
  const { words, form } = useSellerPage();
  const recheck = form.recheck.value;
  if (!recheck) {
    return null;
  }
  return recheck.ok ? (
    <p role="status">{recheck.isThere ? words.itIsThere : words.itIsNotThere}</p>
  ) : (
    <p role="alert">{recheck.message}</p>
  );
}
