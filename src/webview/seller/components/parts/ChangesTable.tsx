import type { JSX } from "preact";

import type { ChangeView } from "../../../../shared/sellerPage/sellerState.ts";
import { VisibleText } from "../../../tools/VisibleText.tsx";
import { useSellerPage } from "../../sellerPage.ts";

/** A word and a mark show a change, not colour alone. */
export function ChangesTable({
  changes,
  isPast = false,
}: {
  readonly changes: readonly ChangeView[];
  /** True if the old values come from before an earlier write. */
  readonly isPast?: boolean;
}): JSX.Element {
  const { words, format } = useSellerPage();
  const stateWords = {
    same: words.stateSame,
    changed: words.stateChanged,
    new: words.stateNew,
    notSent: words.stateNotSent,
  };
  return (
    <table class="changes">
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{isPast ? words.beforeWrite : words.now}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, label, kind, before, after, state }) => (
          <tr key={name} class={`change ${state}`} title={stateWords[state]}>
            <th scope="row" title={name}>
              {label}
              <span class="unseen">, {stateWords[state]}</span>
            </th>
            <td class="before">
              <VisibleText text={format.cell(before, kind)} />
            </td>
            <td class="after">
              <VisibleText text={state === "notSent" ? "—" : format.cell(after, kind)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
