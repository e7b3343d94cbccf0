import type { JSX } from "preact";

import type { UsageReport } from "../../shared/hubApi/usageReport.ts";
import { Icon } from "../kit/Icon.tsx";
import { BudgetList } from "./BudgetList.tsx";
import { DayChart } from "./DayChart.tsx";
import { isEmptyReport, reportedMetrics } from "./figures.ts";
import { MetricPicker } from "./MetricPicker.tsx";
import { RangePicker } from "./RangePicker.tsx";
import { RankTable } from "./RankTable.tsx";
import { RateList } from "./RateList.tsx";
import { Totals } from "./Totals.tsx";
import { useUsage } from "./usageContext.ts";
import { UsageProblem } from "./UsageProblem.tsx";

export function UsageApp(): JSX.Element {
  const { state, words } = useUsage();
  const loaded = state.loaded.value;
  const isLoading = state.isLoading.value;
  return (
    <main class="usage" aria-busy={isLoading}>
      <header>
        <div>
          <h1>{words.title}</h1>
          {loaded?.host !== undefined && <p class="hint">{words.of(loaded.host)}</p>}
        </div>
        <button
          type="button"
          class="button quiet"
          disabled={isLoading}
          onClick={() => void state.load()}
        >
          <Icon name="refresh" />
          {words.refresh}
        </button>
      </header>
      <RangePicker />
      <div class="loading" role="status">
        {isLoading && (
          <>
            <span class={loaded ? "unseen" : "hint"}>{words.loading}</span>
            <span class="progress" />
          </>
        )}
      </div>
      {loaded && !loaded.report && <UsageProblem loaded={loaded} />}
      {loaded?.report && <Report report={loaded.report} />}
    </main>
  );
}

function Report({ report }: { readonly report: UsageReport }): JSX.Element {
  const { state, words, language } = useUsage();
  const reported = reportedMetrics(report);
  const chosen = state.metric.value;
  const metric = chosen !== undefined && reported.includes(chosen) ? chosen : reported[0];
  const time = new Intl.DateTimeFormat(language.locale, { timeStyle: "short" });
  return (
    <>
      <BudgetList budgets={report.budgets} />
      {metric === undefined || isEmptyReport(report) ? (
        <section class="empty">
          <h2>{words.totals}</h2>
          <p>{metric === undefined ? words.notReportedHere : words.noUse}</p>
          {metric !== undefined && <p class="hint">{words.noUseNext}</p>}
        </section>
      ) : (
        <>
          <MetricPicker metrics={reported} metric={metric} />
          <Totals report={report} />
          <DayChart report={report} metric={metric} />
          <RankTable rows={report.byModel} kind="model" {...{ report, metric }} />
          <RankTable rows={report.byApp} kind="app" {...{ report, metric }} />
        </>
      )}
      <RateList rates={report.rates} />
      <p class="hint">{words.asOf(time.format(report.fetchedAt))}</p>
    </>
  );
}
