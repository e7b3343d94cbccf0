import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import { dayOf } from "../../../shared/base/calendar.ts";
import { runOutcomes, runSchema } from "../../../shared/hubApi/hubReports.ts";
import { Choice } from "../../../ui/Select.tsx";
import { useSignedIn } from "../../app/console.ts";
import type { Query } from "../../data/api.ts";
import { Feed } from "../../data/feed.ts";
import { dayTimes } from "../../data/period.ts";
import type { Run } from "../../data/types.ts";
import { Button } from "../../parts/Button.tsx";
import { DataTable } from "../../parts/DataTable.tsx";
import { FilterField } from "../../parts/FilterField.tsx";
import { FeedBody } from "../parts/FeedBody.tsx";
import { useNames } from "../parts/names.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { useFilters } from "../parts/useFilters.ts";
import { optionsOf } from "../records/recordFields.ts";
import { runColumns } from "./runColumns.tsx";
import { RunDetails } from "./RunDetails.tsx";

const pageSize = 100;

export function RunsView(): JSX.Element {
  const { api, router, words, format, isAdmin } = useSignedIn();
  const search = router.place.value.search.toString();
  const { timeZone } = format.value;
  const feed = useMemo(() => {
    const query = queryOf(new URLSearchParams(search), timeZone);
    const path = isAdmin ? "runs" : "me/runs";
    return new Feed(api, { path, schema: runSchema, query, pageSize });
  }, [api, isAdmin, search, timeZone]);
  useEffect(() => void feed.load(), [feed]);
  const text = words.value;
  return (
    <>
      <PageHead title={text.runs} lead={isAdmin ? text.runsLead : text.ownRunsLead} />
      <RunFilters />
      <FeedBody feed={feed}>{({ entries }) => <RunTable runs={entries} />}</FeedBody>
    </>
  );
}

function RunFilters(): JSX.Element {
  const { records, router, words, isAdmin } = useSignedIn();
  const { search, field } = useFilters();
  const text = words.value;
  const all = ["", text.all] as const;
  return (
    <form class="filters grid" role="search" onSubmit={(event) => event.preventDefault()}>
      <FilterField {...field("from", text.from)} type="date" />
      <FilterField {...field("to", text.to)} type="date" />
      {isAdmin && (
        <Choice
          {...field("user_id", text.user)}
          options={[
            all,
            ...optionsOf(records.users.data).map(({ value, label }) => [value, label] as const),
          ]}
        />
      )}
      <Choice
        {...field("outcome", text.outcome)}
        options={[all, ...runOutcomes.map((each) => [each, text.runOutcome[each]] as const)]}
      />
      <FilterField {...field("app", text.app)} type="text" />
      {search.size > 0 && (
        <Button look="link" onClick={() => router.refine(new URLSearchParams())}>
          {text.clearFilters}
        </Button>
      )}
    </form>
  );
}

function RunTable({ runs }: { readonly runs: readonly Run[] }): JSX.Element {
  const { words, format, records, now, isAdmin } = useSignedIn();
  const names = useNames();
  const [opened, setOpened] = useState<Run>();
  const lists = [records.users.data, records.tokens.data];
  const columns = useMemo(
    () =>
      runColumns({
        words: words.value,
        format: format.value,
        names,
        now: now(),
        hasPeople: isAdmin,
        onOpen: setOpened,
      }),
    [words.value, format.value, isAdmin, ...lists],
  );
  return (
    <>
      <DataTable
        label={words.value.runs}
        rows={runs}
        columns={columns}
        hasSearch={false}
        exportName={`runs-${dayOf(now(), format.value.timeZone)}`}
        rowId={(run) => `${run.run_id} ${run.user_id ?? run.token_id}`}
        empty={<p>{words.value.runsEmpty}</p>}
      />
      {opened && <RunDetails run={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Parses the query of the address, which is untrusted. */
function queryOf(search: URLSearchParams, timeZone: string): Query {
  return {
    ...dayTimes(search, timeZone),
    user_id: search.get("user_id")?.slice(0, 200),
    app: search.get("app")?.slice(0, 200),
    outcome: runOutcomes.find((each) => each === search.get("outcome")),
  };
}
