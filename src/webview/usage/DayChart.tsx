import type { JSX } from "preact";

import type { WordsLocale } from "../../shared/failures/failureText.ts";
import type { UsageReport, UsageRow } from "../../shared/hubApi/usageReport.ts";
import { dailyRows, figureOf, figureText, type Metric } from "./figures.ts";
import { useUsage } from "./usageContext.ts";

export interface DayChartProps {
  readonly report: UsageReport;
  readonly metric: Metric;
}

const height = 120;
const step = 12;
const barWidth = 8;
const minBars = 7;

export function DayChart({ report, metric }: DayChartProps): JSX.Element {
  const { state, words, language } = useUsage();
  const rows = dailyRows(report, state.today);
  const { locale } = language;
  const text = (row: UsageRow): string =>
    figureText(figureOf(row, metric), metric, { currency: report.currency, locale }) ??
    words.notReported;
  const [first, last] = [rows.at(0), rows.at(-1)];
  return (
    <section aria-labelledby="by-day">
      <h2 id="by-day">{words.byDay}</h2>
      {first && last ? (
        <>
          <Bars
            rows={rows}
            metric={metric}
            label={words.chartOf(
              words[metric],
              dayText(first.key, locale),
              dayText(last.key, locale),
            )}
            text={(row) => `${dayText(row.key, locale)}: ${text(row)}`}
          />
          <div class="axis" aria-hidden="true">
            <span>{dayText(first.key, locale)}</span>
            {rows.length >= minBars && <span>{dayText(last.key, locale)}</span>}
          </div>
          <details>
            <summary>{words.asTable}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.day}</th>
                  <th scope="col" class="number">
                    {words[metric]}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.key}>
                    <th scope="row">{dayText(row.key, locale)}</th>
                    <td class="number">{text(row)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      ) : (
        <p class="hint">{words.notReportedHere}</p>
      )}
    </section>
  );
}

interface BarsProps {
  readonly rows: readonly UsageRow[];
  readonly metric: Metric;
  readonly label: string;
  readonly text: (row: UsageRow) => string;
}

function Bars({ rows, metric, label, text }: BarsProps): JSX.Element {
  const values = rows.map((row) => figureOf(row, metric) ?? 0);
  const highest = Math.max(...values, Number.MIN_VALUE);
  const width = Math.max(rows.length, minBars) * step;
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {rows.map((row, at) => {
        const value = values[at] ?? 0;
        const size = value === 0 ? 0 : Math.max(2, (value / highest) * (height - 4));
        return (
          <g key={row.key}>
            <title>{text(row)}</title>
            <rect class="hit" x={at * step} y="0" width={step} height={height} />
            <rect class="bar" x={at * step + 2} y={height - size} width={barWidth} height={size} />
          </g>
        );
      })}
      <line class="base" x1="0" x2={width} y1={height} y2={height} />
    </svg>
  );
}

/** A calendar day, shown unchanged in every time zone. */
function dayText(day: string, locale: WordsLocale): string {
  const at = Date.parse(day);
  return Number.isNaN(at)
    ? day
    : new Intl.DateTimeFormat(locale, {
        timeZone: "UTC",
        day: "numeric",
        month: "short",
        year: "numeric",
      }).format(at);
}
