import type { JSX } from "preact";

import { useSellerPage } from "../sellerPage.ts";

export function NoEnvironments(): JSX.Element {
  const { words, host } = useSellerPage();
  return (
    <div class="empty">
      <h2>{words.noEnvironments}</h2>
      <p>{words.noEnvironmentsText}</p>
      <button type="button" class="button" onClick={() => void host.addEnvironment({})}>
        {words.addEnvironment}
      </button>
    </div>
  );
}
