import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import { dayOf } from "../../../shared/base/calendar.ts";
import { adminUsageSchema } from "../../../shared/hubApi/hubReports.ts";
import { type SignedIn, useSignedIn } from "../../app/console.ts";
import { LiveUsage } from "../../data/liveUsage.ts";
import { type DayRange, type Period, periods, rangeOf } from "../../data/period.ts";
import { Resource } from "../../data/resource.ts";
import type { AdminUsage } from "../../data/types.ts";
import { dailySeries, type Measure, measures, totalOf, withEntry } from "../../data/usageReport.ts";
import { DayChart } from "../../parts/DayChart.tsx";
import { Figures } from "../../parts/Figures.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { UsageControls } from "./UsageControls.tsx";
import { type Breakdown, breakdowns, UsageTable } from "./UsageTable.tsx";

interface UsageChoice {
  readonly period: Period;
  readonly range: DayRange;
  readonly measure: Measure;
  readonly by: Breakdown;
}

export function UsageView(): JSX.Element {
  const page = useSignedIn();
  const { isAdmin } = page;
  const text = page.words.value;
  const choice = useChoice(page);
  const { measure, by, range } = choice;
  const byDay = useReport(page, "day", range);
  const byThing = useReport(page, by, range);
  const isLive = useLive(page, byDay, byThing);
  return (
    <>
      <PageHead title={text.usage} lead={isAdmin ? text.usageLead : text.ownUsageLead}>
        {isAdmin && (
          <span class={isLive ? "live on" : "live"}>{isLive ? text.live : text.notLive}</span>
        )}
      </PageHead>
      <UsageControls {...{ choice, isAdmin }} />
      <Loaded resource={byDay}>
        {(report) => (
          <>
            <UsageFigures report={report} />
            <DayChart
              title={text.perDay(text.measureName[measure])}
              series={dailySeries(report, measure)}
              measure={measure}
            />
          </>
        )}
      </Loaded>
      <Loaded resource={byThing}>
        {(report) => <UsageTable report={report} by={by} measure={measure} />}
      </Loaded>
    </>
  );
}

function UsageFigures({ report }: { readonly report: AdminUsage }): JSX.Element {
  const { words, format } = useSignedIn();
  const text = words.value;
  const total = totalOf(report.data);
  const count = (value: number): string => format.value.count(value);
  return (
    <Figures
      figures={[
        { label: text.cost, value: format.value.money(total.cost) },
        { label: text.requests, value: count(total.requests) },
        { label: text.inputTokens, value: count(total.input_tokens) },
        { label: text.outputTokens, value: count(total.output_tokens) },
        ...(Number(total.saved_by_cache) > 0
          ? [{ label: text.savedByCache, value: format.value.money(total.saved_by_cache) }]
          : []),
      ]}
    />
  );
}

/** Parses the choice of the address, which is untrusted. */
function useChoice({ router, format, now, isAdmin }: SignedIn): UsageChoice {
  const { search } = router.place.value;
  const period = periods.find((each) => each === search.get("period")) ?? "month";
  const today = dayOf(now(), format.value.timeZone);
  const by = breakdowns.find(
    ({ id, isForAll }) => id === search.get("by") && (isAdmin || isForAll),
  );
  return {
    period,
    range: rangeOf({ period, start: search.get("start"), end: search.get("end") }, today),
    measure: measures.find((each) => each === search.get("measure")) ?? "cost",
    by: by?.id ?? "model",
  };
}

function useReport(
  { api, isAdmin }: SignedIn,
  group: string,
  { start, end }: DayRange,
): Resource<AdminUsage> {
  return useMemo(() => {
    const query = { start, end, group_by: group };
    return new Resource(() => api.get(isAdmin ? "usage" : "me/usage", adminUsageSchema, query));
  }, [api, isAdmin, group, start, end]);
}

function useLive(
  { api, isAdmin }: SignedIn,
  byDay: Resource<AdminUsage>,
  byThing: Resource<AdminUsage>,
): boolean {
  const live = useMemo(
    () =>
      isAdmin
        ? new LiveUsage(api, (entry) => {
            byDay.update((report) => withEntry(report, entry));
            byThing.update((report) => withEntry(report, entry));
          })
        : undefined,
    [api, isAdmin, byDay, byThing],
  );
  useEffect(() => () => live?.close(), [live]);
  return live?.isConnected.value ?? false;
}
