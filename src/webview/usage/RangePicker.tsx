import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import { Select } from "../../ui/Select.tsx";
import { daysOf, rangeNames, type RangeName, rangeProblem } from "./ranges.ts";
import { useUsage } from "./usageContext.ts";

export function RangePicker(): JSX.Element {
  const { state, words } = useUsage();
  const id = useId();
  const names: Readonly<Record<RangeName, string>> = {
    month: words.rangeMonth,
    lastMonth: words.rangeLastMonth,
    week: words.rangeWeek,
    days30: words.rangeDays30,
    custom: words.rangeCustom,
  };
  return (
    <div class="range">
      <label for={id}>{words.period}</label>
      <Select
        id={id}
        value={state.range.value}
        options={rangeNames.map((name) => [name, names[name]])}
        onChange={(name) => state.choose(name)}
      />
      {state.range.value === "custom" && <CustomDays />}
    </div>
  );
}

function CustomDays(): JSX.Element {
  const { state, words } = useUsage();
  const id = useId();
  const [days, setDays] = useState(() => state.days.value ?? daysOf("month", state.today));
  const [problem, setProblem] = useState<string>();
  const submit = (event: Event): void => {
    event.preventDefault();
    const found = rangeProblem(days);
    setProblem(
      found &&
        {
          incomplete: words.rangeIncomplete,
          backwards: words.rangeBackwards,
          tooLong: words.rangeTooLong,
        }[found],
    );
    if (!found) {
      state.chooseDays(days);
    }
  };
  return (
    <form class="custom-days" noValidate onSubmit={submit}>
      <label for={`${id}-from`}>{words.from}</label>
      <input
        id={`${id}-from`}
        class="field"
        type="date"
        value={days.start}
        onInput={(event) => setDays({ ...days, start: event.currentTarget.value })}
      />
      <label for={`${id}-to`}>{words.to}</label>
      <input
        id={`${id}-to`}
        class="field"
        type="date"
        value={days.end}
        onInput={(event) => setDays({ ...days, end: event.currentTarget.value })}
      />
      <button type="submit" class="button quiet">
        {words.show}
      </button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </form>
  );
}
