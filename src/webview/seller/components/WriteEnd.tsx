import type { JSX } from "preact";

import type { WriteResult } from "../../../shared/sellerPage/sellerState.ts";
import { Icon } from "../../kit/Icon.tsx";
import { useSellerPage } from "../sellerPage.ts";
import { ChangesTable } from "./ChangesTable.tsx";
import { StopReading } from "./StopReading.tsx";

/** The result of a write. A write with an unknown outcome can be checked, never repeated. */
export function WriteEnd({ result }: { readonly result: WriteResult }): JSX.Element {
  const { words, form, exchange } = useSellerPage();
  const showExchange = async (): Promise<void> => {
    const planId = form.plan.value?.id;
    if (planId !== undefined) {
      await exchange.open({ kind: "plan", planId });
    }
  };
  const { outcome, message, requestId } = result;
  const titles = {
    done: words.done,
    failed: words.failedTitle,
    complaint: words.complaintTitle,
    notDone: words.notDoneTitle,
    unknown: words.unknownTitle,
    notSent: words.notSent,
  };
  return (
    <div
      class={`write-end ${outcome}`}
      role={outcome === "done" ? "status" : "alert"}
      data-outcome={outcome}
    >
      <p>
        <Icon name={outcome === "done" ? "pass" : outcome === "failed" ? "error" : "warning"} />{" "}
        <strong>{titles[outcome]}</strong>
      </p>
      <p>{message}</p>
      {requestId !== undefined && <p class="quiet">{words.requestId(requestId)}</p>}
      <Recheck />
      <div class="buttons">
        {(outcome === "unknown" || outcome === "complaint") && (
          <button
            type="button"
            class="button"
            disabled={form.isBusy.value}
            onClick={() => void form.look()}
          >
            {form.isReading.value ? words.reading : words.lookNow}
          </button>
        )}
        <StopReading />
        {form.plan.value && outcome !== "notSent" && (
          <button type="button" class="button quiet" onClick={() => void showExchange()}>
            {words.showExchange}
          </button>
        )}
        <button
          type="button"
          class="button quiet"
          onClick={() => (outcome === "done" ? form.close() : form.revise())}
        >
          {outcome === "done" ? words.close : words.back}
        </button>
      </div>
    </div>
  );
}

function Recheck(): JSX.Element | null {
  const { words, form } = useSellerPage();
  const recheck = form.recheck.value;
  if (!recheck) {
    return null;
  }
  return recheck.ok ? (
    <div role="status">
      <p>{recheck.isThere ? words.itIsThere : words.itIsNotThere}</p>
      <ChangesTable changes={recheck.changes} />
    </div>
  ) : (
    <p role="alert">{recheck.message}</p>
  );
}
