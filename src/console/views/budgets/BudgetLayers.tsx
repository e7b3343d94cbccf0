import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { Choice, type Option } from "../../../ui/Select.tsx";
import { useSignedIn } from "../../app/console.ts";
import { layersOf, tightest } from "../../data/budgetShare.ts";
import { BudgetCards } from "./BudgetCards.tsx";

export function BudgetLayers(): JSX.Element | null {
  const { records, words } = useSignedIn();
  const [tokenId, setTokenId] = useState("");
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
      <Choice
        class="inline-field"
        label={text.layersTitle}
        value={tokenId}
        options={[["", text.chooseToken], ...tokens.map((each): Option => [each.id, each.name])]}
        onChange={setTokenId}
      />
      {token && layers.length === 0 && <p class="quiet">{text.layersNone}</p>}
      {layers.length > 0 && <BudgetCards budgets={layers} tightest={tightest(layers)} />}
    </section>
  );
}
