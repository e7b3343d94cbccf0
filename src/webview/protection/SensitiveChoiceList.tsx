import type { JSX } from "preact";
import { useId } from "preact/hooks";

import type { SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import type { SensitiveValue } from "../../shared/guarded/protection.ts";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { Ticks } from "./choices.ts";
import { GoToButtons, MoreValues, ValueName } from "./SensitiveList.tsx";
import { doubtName, placeName } from "./sensitiveWords.ts";

interface ChoicesProps {
  readonly report: SensitiveReport;
  readonly ticks: Ticks;
  readonly onTick: (id: string, isTicked: boolean) => void;
}

/** Ticked values are sent masked, others unchanged. */
export function SensitiveChoiceList({ report, ticks, onTick }: ChoicesProps): JSX.Element {
  const words = useWords();
  return (
    <div role="group" aria-label={words.sensitiveWhatToMask}>
      <ul class="sensitive-list" aria-label={words.sensitiveData}>
        {report.values.map((value, index) => (
          <Choice
            key={`${value.id}-${index}`}
            value={value}
            isTicked={ticks.get(value.id) === true}
            onTick={(isTicked) => onTick(value.id, isTicked)}
          />
        ))}
      </ul>
      <MoreValues report={report} />
    </div>
  );
}

interface ChoiceProps {
  readonly value: SensitiveValue;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

function Choice({ value, isTicked, onTick }: ChoiceProps): JSX.Element {
  const words = useWords();
  const { locale } = usePage();
  const whyId = useId();
  const doubt = doubtName(value, words, locale);
  const inClear = doubt === undefined ? words.sensitiveInClear : words.sensitiveGoesAsItIs(doubt);
  const why = isTicked ? doubt : inClear;
  return (
    <li class={isTicked ? "sensitive-row sensitive-choice" : "sensitive-row sensitive-choice calm"}>
      <label class="sensitive-what">
        <input
          type="checkbox"
          checked={isTicked}
          aria-describedby={whyId}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <span>
          <ValueName value={value} />
        </span>
      </label>
      <span class="sensitive-place" id={whyId}>
        {placeName(value, words)}
        {why !== undefined && ` · ${why}`}
      </span>
      <span class="sensitive-buttons">
        <GoToButtons value={value} />
      </span>
    </li>
  );
}
