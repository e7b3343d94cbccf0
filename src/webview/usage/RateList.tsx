import type { JSX } from "preact";

import type { RateLimit } from "../../shared/hubApi/usageReport.ts";
import { useUsage } from "./usageContext.ts";
import type { UsageWords } from "./usageWords.ts";

export function RateList({ rates }: { readonly rates: readonly RateLimit[] }): JSX.Element | null {
  const { words, language } = useUsage();
  if (rates.length === 0) {
    return null;
  }
  const count = new Intl.NumberFormat(language.locale);
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{words.limits}</h2>
      <dl class="totals rates">
        {rates.map(({ unit, limit, remaining }) => (
          <div key={unit}>
            <dt>{nameOf(unit, words)}</dt>
            <dd>
              {limit !== undefined && remaining !== undefined
                ? words.rateOf(count.format(remaining), count.format(limit))
                : limit === undefined
                  ? words.notReported
                  : words.rateLimitOf(count.format(limit))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function nameOf(unit: RateLimit["unit"], words: UsageWords): string {
  const names: Readonly<Record<RateLimit["unit"], string>> = {
    requests: words.rateRequests,
    tokens: words.rateTokens,
    inputTokens: words.rateInputTokens,
    outputTokens: words.rateOutputTokens,
    parallel: words.rateParallel,
  };
  return names[unit];
}
