import type { JSX } from "preact";

import { useSellerPage } from "../../sellerPage.ts";

/** Stops the reading of the portal that the form waits for. */
export function StopReading(): JSX.Element | null {
  const { words, form } = useSellerPage();
  return form.isReading.value ? (
    <button type="button" class="button quiet" onClick={() => form.stopReading()}>
      {words.cancel}
    </button>
  ) : null;
}
