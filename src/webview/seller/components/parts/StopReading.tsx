import type { JSX } from "preact";

import { useSellerPage } from "../../sellerPage.ts";

export function StopReading(): JSX.Element | null {
  const { words, form } = useSellerPage();
  return form.isReading.value ? (
    <button type="button" class="button quiet" onClick={() => form.stopReading()}>
      {words.cancel}
    </button>
  ) : null;
}
