import type { JSX } from "preact";
import { useId } from "preact/hooks";

import { Choice, type ChoiceProps } from "../../../ui/Select.tsx";
import { useSignedIn } from "../../app/console.ts";
import { type DayRange, type Period, periods } from "../../data/period.ts";
import { type Measure, measures } from "../../data/usageReport.ts";
import { type Breakdown, breakdowns } from "./UsageTable.tsx";

export interface UsageControlsProps {
  readonly choice: {
    readonly period: Period;
    readonly range: DayRange;
    readonly measure: Measure;
    readonly by: Breakdown;
  };
  readonly isAdmin: boolean;
}

export function UsageControls({ choice, isAdmin }: UsageControlsProps): JSX.Element {
  const { router, words } = useSignedIn();
  const text = words.value;
  const set = (changes: Readonly<Record<string, string>>): void => {
    const search = new URLSearchParams(router.place.value.search);
    for (const [name, value] of Object.entries(changes)) {
      search.set(name, value);
    }
    router.refine(search);
  };
  const { start, end } = choice.range;
  const days = (changed: Partial<DayRange>): void =>
    set({ period: "custom", start, end, ...changed });
  return (
    <div class="filters">
      <Choice
        label={text.period}
        value={choice.period}
        options={periods.map((each) => [each, text.periodName[each]])}
        onChange={(period) => set({ period, start, end })}
      />
      {choice.period === "custom" && (
        <>
          <Day label={text.from} value={start} onChange={(day) => days({ start: day })} />
          <Day label={text.to} value={end} onChange={(day) => days({ end: day })} />
        </>
      )}
      <Choice
        label={text.measure}
        value={choice.measure}
        options={measures.map((each) => [each, text.measureName[each]])}
        onChange={(measure) => set({ measure })}
      />
      <Choice
        label={text.groupBy}
        value={choice.by}
        options={breakdowns
          .filter(({ isForAll }) => isAdmin || isForAll)
          .map(({ id }) => [id, text.breakdownName[id]])}
        onChange={(by) => set({ by })}
      />
    </div>
  );
}

function Day({
  label,
  value,
  onChange,
}: Pick<ChoiceProps, "label" | "value" | "onChange">): JSX.Element {
  const id = useId();
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="field"
        type="date"
        value={value}
        required
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
