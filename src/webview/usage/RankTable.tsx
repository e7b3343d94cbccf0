import type { JSX } from "preact";

import type { UsageReport, UsageRow } from "../../shared/hubApi/usageReport.ts";
import { figureOf, figureText, type Metric, metrics, ranked } from "./figures.ts";
import { useUsage } from "./usageContext.ts";

export interface RankTableProps {
  readonly rows: readonly UsageRow[] | undefined;
  readonly kind: "model" | "app";
  readonly report: UsageReport;
  readonly metric: Metric;
}

export function RankTable({ rows, kind, report, metric }: RankTableProps): JSX.Element {
  const { words, language } = useUsage();
  const id = `by-${kind}`;
  const heading = kind === "model" ? words.byModel : words.byApp;
  const shown = ranked(rows ?? [], metric);
  const highest = Math.max(...shown.map((row) => figureOf(row, metric) ?? 0), Number.MIN_VALUE);
  const text = (row: UsageRow, name: Metric): string =>
    figureText(figureOf(row, name), name, {
      currency: report.currency,
      locale: language.locale,
    }) ?? words.notReported;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {shown.length === 0 ? (
        <p class="hint">{rows ? words.noUse : words.notReportedHere}</p>
      ) : (
        <div class="wide-table" tabIndex={0} role="group" aria-labelledby={id}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words[kind]}</th>
                {metrics.map((name) => (
                  <th key={name} scope="col" class="number">
                    {words[name]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.key}>
                  <th scope="row">
                    <span class="row-name">{row.key === "" ? words.noName : row.key}</span>
                    <RowBar share={(figureOf(row, metric) ?? 0) / highest} />
                  </th>
                  {metrics.map((name) => (
                    <td key={name} class="number">
                      {text(row, name)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function RowBar({ share }: { readonly share: number }): JSX.Element {
  return (
    <svg class="row-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="0" width={share * 100} height="1" />
    </svg>
  );
}
