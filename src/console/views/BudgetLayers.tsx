import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";

import { useSignedIn } from "../app/console.ts";
import { layersOf, tightest } from "../data/budgetShare.ts";
import { BudgetCards } from "./BudgetCards.tsx";

/** All budgets that apply to one token; marks the budget that stops it first. */
export function BudgetLayers(): JSX.Element | null {
  const { records, words } = useSignedIn();
  const [tokenId, setTokenId] = useState("");
  const id = useId();
  useEffect(() => records.tokens.want(), [records]);
  const text = words.value;
  const tokens = records.tokens.data?.filter((token) => token.revoked_at === null) ?? [];
  const token = tokens.find((each) => each.id === tokenId);
  const layers = token ? layersOf(token, records.budgets.data ?? []) : [];
  if (tokens.length === 0) {
    return null;
  }
  return (
    <section class="layers" aria-label={text.layersTitle}>
      <div class="inline-field">
        <label for={id}>{text.layersTitle}</label>
        <select
          id={id}
          class="field"
          value={tokenId}
          onChange={(event) => setTokenId(event.currentTarget.value)}
        >
          <option value="">{text.chooseToken}</option>
          {tokens.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      </div>
      {token && layers.length === 0 && <p class="quiet">{text.layersNone}</p>}
      {layers.length > 0 && <BudgetCards budgets={layers} tightest={tightest(layers)} />}
    </section>
  );
}
