import type { JSX } from "preact";

import type { UsageReport } from "../../shared/hubApi/usageReport.ts";
import { figureText } from "./figures.ts";
import { useUsage } from "./usageContext.ts";

export function Totals({ report }: { readonly report: UsageReport }): JSX.Element | null {
  const { words, language } = useUsage();
  const { totals, currency } = report;
  if (!totals) {
    return null;
  }
  const { locale } = language;
  const count = (value: number | undefined): string | undefined =>
    figureText(value, "tokens", { currency, locale });
  const cost = totals.cost === undefined ? undefined : Number(totals.cost);
  const figures: readonly (readonly [string, string | undefined])[] = [
    [words.cost, figureText(cost, "cost", { currency, locale })],
    [words.requests, count(totals.requests)],
    [words.inputTokens, count(totals.inputTokens)],
    [words.outputTokens, count(totals.outputTokens)],
    ...(totals.cachedTokens === undefined || totals.cachedTokens === 0
      ? []
      : [[words.cachedTokens, count(totals.cachedTokens)] as const]),
    ...(totals.saved === undefined
      ? []
      : [[words.saved, figureText(Number(totals.saved), "cost", { currency, locale })] as const]),
  ];
  return (
    <section aria-labelledby="totals">
      <h2 id="totals">{words.totals}</h2>
      <dl class="totals">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={value === undefined ? "hint" : "figure"}>{value ?? words.notReported}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
