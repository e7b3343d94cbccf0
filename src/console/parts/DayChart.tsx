import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { useConsole } from "../app/console.ts";
import type { Format } from "../app/format.ts";
import type { Measure } from "../data/usageReport.ts";
import type { BarPlot, BarPlotData } from "./barPlot.ts";

export interface DayChartProps {
  readonly title: string;
  readonly series: readonly { readonly day: string; readonly value: number }[];
  readonly measure: Measure;
}

/** The table shows the data to people who cannot see bars. */
export function DayChart({ title, series, measure }: DayChartProps): JSX.Element {
  const { words, format } = useConsole();
  const [pointed, setPointed] = useState<number>();
  const point = pointed === undefined ? undefined : series[pointed];
  const show = (value: number): string => measureText(format.value, measure, value);
  const total = series.reduce((sum, { value }) => sum + value, 0);
  return (
    <figure class="chart">
      <figcaption>
        <h2>{title}</h2>
        <span class="quiet" aria-hidden="true">
          {point ? `${format.value.day(point.day)}: ${show(point.value)}` : show(total)}
        </span>
      </figcaption>
      <Bars
        key={`${measure} ${format.value.locale}`}
        label={words.value.chartSummary(title, show(total))}
        series={series}
        show={(value) => axisText(value)}
        onPoint={setPointed}
      />
      <details class="chart-table">
        <summary>{words.value.asTable}</summary>
        <table class="table plain">
          <thead>
            <tr>
              <th scope="col">{words.value.day}</th>
              <th scope="col" class="number">
                {title}
              </th>
            </tr>
          </thead>
          <tbody>
            {series.map(({ day, value }) => (
              <tr key={day}>
                <th scope="row">{format.value.day(day)}</th>
                <td class="number">{show(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );

  function axisText(value: number): string {
    return measure === "cost" && value < 1000
      ? format.value.money(value)
      : format.value.compact(value);
  }
}

interface BarsProps {
  readonly label: string;
  readonly series: DayChartProps["series"];
  readonly show: (value: number) => string;
  readonly onPoint: (index: number | undefined) => void;
}

function Bars({ label, series, show, onPoint }: BarsProps): JSX.Element {
  const { format, preferences } = useConsole();
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<BarPlot | undefined>(undefined);
  const newest = useRef(series);
  newest.current = series;
  useEffect(() => {
    const element = host.current;
    let isGone = false;
    const load = async (): Promise<void> => {
      const { createBarPlot } = await import("./barPlot.ts");
      if (!isGone && element) {
        chart.current = createBarPlot(element, {
          data: dataOf(newest.current),
          formatDay: format.value.day,
          formatValue: show,
          onPoint,
        });
      }
    };
    // The table below still shows the data.
    void load().catch(() => undefined);
    return () => {
      isGone = true;
      chart.current?.dispose();
    };
  }, []);
  useEffect(() => chart.current?.update(dataOf(series)), [series]);
  useEffect(() => preferences.theme.subscribe(() => chart.current?.redraw()), [preferences]);
  useEffect(() => {
    const gone = new AbortController();
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      const redraw = (): void => chart.current?.redraw();
      matchMedia(query).addEventListener("change", redraw, { signal: gone.signal });
    }
    return () => gone.abort();
  }, []);
  return <div ref={host} class="chart-bars" role="img" aria-label={label} />;
}

function dataOf(series: DayChartProps["series"]): BarPlotData {
  return { days: series.map(({ day }) => day), values: series.map(({ value }) => value) };
}

function measureText(format: Format, measure: Measure, value: number): string {
  return measure === "cost" ? format.money(value) : format.count(value);
}
