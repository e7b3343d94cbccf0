import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import { auditEntrySchema } from "../../../shared/hubApi/hubReports.ts";
import { useSignedIn } from "../../app/console.ts";
import type { Query } from "../../data/api.ts";
import { Feed } from "../../data/feed.ts";
import { foldCompletions } from "../../data/foldCompletions.ts";
import { dayTimes } from "../../data/period.ts";
import type { AuditEntry } from "../../data/types.ts";
import { DataTable } from "../../parts/DataTable.tsx";
import { requestedModels } from "../parts/auditText.ts";
import { FeedBody } from "../parts/FeedBody.tsx";
import { useNames } from "../parts/names.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { auditColumns } from "./auditColumns.tsx";
import { AuditDetails } from "./AuditDetails.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { ChainState } from "./ChainState.tsx";

interface PlaceProps {
  readonly place: "audit" | "security";
}

const pageSize = 100;

const paths = { audit: "audit", security: "security-events" } as const;

export function AuditView(): JSX.Element {
  return <EntriesView place="audit" />;
}

export function SecurityView(): JSX.Element {
  return <EntriesView place="security" />;
}

function EntriesView({ place }: PlaceProps): JSX.Element {
  const { api, router, words, format } = useSignedIn();
  const search = router.place.value.search.toString();
  const { timeZone } = format.value;
  const query = useMemo(() => queryOf(new URLSearchParams(search), timeZone), [search, timeZone]);
  const feed = useMemo(
    () => new Feed(api, { path: paths[place], schema: auditEntrySchema, query, pageSize }),
    [api, place, query],
  );
  useEffect(() => void feed.load(), [feed]);
  const text = words.value;
  return (
    <>
      <PageHead
        title={place === "audit" ? text.audit : text.security}
        lead={place === "audit" ? text.auditLead : text.securityLead}
      >
        {place === "audit" && (
          <>
            <ExportLink format="csv" query={query} />
            <ExportLink format="jsonl" query={query} />
          </>
        )}
      </PageHead>
      {place === "audit" && <ChainState />}
      <AuditFilters key={place} place={place} />
      <FeedBody feed={feed}>
        {({ entries }) => <EntryTable entries={entries} place={place} />}
      </FeedBody>
    </>
  );
}

interface ExportLinkProps {
  readonly format: "csv" | "jsonl";
  readonly query: Query;
}

function ExportLink({ format, query }: ExportLinkProps): JSX.Element {
  const { api, words } = useSignedIn();
  return (
    <a
      class="button quiet"
      href={api.url("audit/export", { format, ...query })}
      download={`audit.${format}`}
    >
      {words.value.exportAs(format.toUpperCase())}
    </a>
  );
}

interface EntryTableProps extends PlaceProps {
  readonly entries: readonly AuditEntry[];
}

function EntryTable({ entries, place }: EntryTableProps): JSX.Element {
  const { words, format, records, now } = useSignedIn();
  const names = useNames();
  const [opened, setOpened] = useState<AuditEntry>();
  const [apart, setApart] = useState<ReadonlySet<number>>(new Set());
  const requested = useMemo(() => requestedModels(entries), [entries]);
  const rows = useMemo(() => foldCompletions(entries, apart), [entries, apart]);
  const lists = [
    records.users.data,
    records.tokens.data,
    records.profiles.data,
    records.sectors.data,
  ];
  const columns = useMemo(
    () =>
      auditColumns({
        words: words.value,
        format: format.value,
        names,
        requested,
        now: now(),
        hasCost: place === "audit",
        onOpen: (row) =>
          row.completions === undefined
            ? setOpened(row)
            : setApart((before) => new Set(before).add(row.seq)),
      }),
    [words.value, format.value, place, requested, ...lists],
  );
  return (
    <>
      <DataTable
        label={place === "audit" ? words.value.audit : words.value.security}
        rows={rows}
        columns={columns}
        hasSearch={false}
        rowId={({ seq }) => String(seq)}
        empty={<p>{words.value.auditEmpty}</p>}
      />
      {opened && (
        <AuditDetails entry={opened} requested={requested} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

/** Parses the query of the address, which is untrusted. */
function queryOf(search: URLSearchParams, timeZone: string): Query {
  const text = (name: string): string | undefined => search.get(name)?.slice(0, 200) ?? undefined;
  return {
    kind: text("kind"),
    ...dayTimes(search, timeZone),
    token_id: text("token_id"),
    user_id: text("user_id"),
    run_id: text("run_id"),
    app: text("app"),
    model: text("model"),
    text: text("text"),
  };
}
