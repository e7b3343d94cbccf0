import type { JSX } from "preact";

import type { Metric } from "./figures.ts";
import { useUsage } from "./usageContext.ts";

export interface MetricPickerProps {
  readonly metrics: readonly Metric[];
  readonly metric: Metric;
}

export function MetricPicker({ metrics, metric }: MetricPickerProps): JSX.Element | null {
  const { state, words } = useUsage();
  if (metrics.length < 2) {
    return null;
  }
  return (
    <fieldset class="metrics">
      <legend>{words.measure}</legend>
      {metrics.map((name) => (
        <label key={name} class={name === metric ? "metric chosen" : "metric"}>
          <input
            type="radio"
            name="metric"
            checked={name === metric}
            onChange={() => {
              state.metric.value = name;
            }}
          />
          {words[name]}
        </label>
      ))}
    </fieldset>
  );
}
