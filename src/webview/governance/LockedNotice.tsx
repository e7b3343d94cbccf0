import type { JSX } from "preact";

import type { HubModel } from "../../shared/hubApi/model.ts";
import { nearestModels } from "../../shared/hubApi/nearestModels.ts";
import { useWords } from "../page/useWords.ts";

export interface LockedNoticeProps {
  readonly model: HubModel;
  readonly models: readonly HubModel[];
  readonly onChoose: (model: HubModel) => void;
}

export function LockedNotice({ model, models, onChoose }: LockedNoticeProps): JSX.Element {
  const words = useWords();
  const nearest = nearestModels(models, model.id, 3);
  const { reason } = model.locked ?? {};
  return (
    <div class="popup-text">
      <p role="alert">
        {nearest.length === 0
          ? words.lockedReasonAlone(model.name)
          : words.lockedReason(model.name)}{" "}
        {reason !== undefined && <span class="next-step">{words.hubSays(reason)}</span>}
      </p>
      <ul class="alternatives" aria-label={words.alternatives}>
        {nearest.map((one) => (
          <li key={one.id}>
            <button type="button" class="button quiet small" onClick={() => onChoose(one)}>
              {one.name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
