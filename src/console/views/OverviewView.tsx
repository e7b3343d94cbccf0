import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import { dayOf } from "../../shared/base/calendar.ts";
import { auditEntrySchema, adminUsageSchema } from "../../shared/hubApi/hubReports.ts";
import { useSignedIn } from "../app/console.ts";
import type { ViewName } from "../app/router.ts";
import { usedPercent } from "../data/budgetShare.ts";
import { LiveUsage } from "../data/liveUsage.ts";
import { rangeOf } from "../data/period.ts";
import { Resource } from "../data/resource.ts";
import type { AdminUsage } from "../data/types.ts";
import { dailySeries, totalOf, withEntry } from "../data/usageReport.ts";
import { DayChart } from "../parts/DayChart.tsx";
import { Figures } from "../parts/Figures.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { RouteLink } from "../parts/RouteLink.tsx";
import { EventList } from "./audit/EventList.tsx";
import { BudgetCards } from "./budgets/BudgetCards.tsx";
import { PageHead } from "./parts/PageHead.tsx";
import { tokenState } from "./people/tokenState.ts";

const shownBudgets = 4;
const shownEvents = 6;

export function OverviewView(): JSX.Element {
  const { api, records, words } = useSignedIn();
  const text = words.value;
  const usage = useMonth();
  const events = useMemo(
    () =>
      new Resource(async () => {
        const page = await api.list("security-events", auditEntrySchema, { limit: shownEvents });
        return page.data;
      }),
    [api],
  );
  return (
    <>
      <PageHead title={text.overview} lead={text.overviewLead} />
      <Loaded resource={usage}>{(report) => <Month report={report} />}</Loaded>
      <div class="columns">
        <Block title={text.tightestBudgets} view="budgets">
          <Loaded resource={records.budgets}>
            {(budgets) =>
              budgets.length === 0 ? (
                <p class="quiet">{text.budgetsEmpty}</p>
              ) : (
                <BudgetCards
                  budgets={budgets
                    .toSorted((one, other) => usedPercent(other) - usedPercent(one))
                    .slice(0, shownBudgets)}
                  tightest={undefined}
                />
              )
            }
          </Loaded>
        </Block>
        <Block title={text.latestEvents} view="security">
          <Loaded resource={events}>{(entries) => <EventList entries={entries} />}</Loaded>
        </Block>
      </div>
    </>
  );
}

function Month({ report }: { readonly report: AdminUsage }): JSX.Element {
  const { records, words, format, now } = useSignedIn();
  useEffect(() => records.tokens.want(), [records]);
  const text = words.value;
  const total = totalOf(report.data);
  const active = records.tokens.data?.filter((token) => tokenState(token, now()) === "active");
  return (
    <>
      <Figures
        figures={[
          { label: text.costThisMonth, value: format.value.money(total.cost) },
          { label: text.requests, value: format.value.count(total.requests) },
          { label: text.tokenUnits, value: format.value.compact(total.total_tokens) },
          {
            label: text.activeTokens,
            value: active ? format.value.count(active.length) : "…",
          },
        ]}
      />
      <DayChart
        title={text.perDay(text.measureName.cost)}
        series={dailySeries(report, "cost")}
        measure="cost"
      />
    </>
  );
}

function useMonth(): Resource<AdminUsage> {
  const { api, format, now } = useSignedIn();
  const today = dayOf(now(), format.value.timeZone);
  const usage = useMemo(() => {
    const range = rangeOf({ period: "month", start: null, end: null }, today);
    return new Resource(() => api.get("usage", adminUsageSchema, { ...range, group_by: "day" }));
  }, [api, today]);
  useEffect(() => {
    const live = new LiveUsage(api, (entry) => usage.update((report) => withEntry(report, entry)));
    return () => live.close();
  }, [api, usage]);
  return usage;
}

interface BlockProps {
  readonly title: string;
  readonly view: ViewName;
  readonly children: ComponentChildren;
}

function Block({ title, view, children }: BlockProps): JSX.Element {
  const text = useSignedIn().words.value;
  return (
    <section class="section">
      <div class="section-head">
        <h2>{title}</h2>
        <RouteLink view={view} label={text.seeAllOf(title)}>
          {text.seeAll}
        </RouteLink>
      </div>
      {children}
    </section>
  );
}
