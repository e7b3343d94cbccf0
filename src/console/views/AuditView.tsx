import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import { endOfDay, isDay, startOfDay } from "../../shared/calendar.ts";
import { useSignedIn } from "../app/console.ts";
import type { Query } from "../data/api.ts";
import { AuditFeed, type AuditPage } from "../data/auditFeed.ts";
import type { AuditEntry } from "../data/types.ts";
import { Button } from "../parts/Button.tsx";
import { DataTable } from "../parts/DataTable.tsx";
import { FailureNote } from "../parts/FailureNote.tsx";
import { auditColumns } from "./auditColumns.tsx";
import { AuditDetails } from "./AuditDetails.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { ChainState } from "./ChainState.tsx";
import { useNames } from "./names.ts";
import { PageHead } from "./PageHead.tsx";

interface PlaceProps {
  readonly place: "audit" | "security";
}

const paths = { audit: "audit", security: "security-events" } as const;

/** Requests and changes, newest first. The address holds the filters. */
export function AuditView(): JSX.Element {
  return <EntriesView place="audit" />;
}

/** The same for refusals, findings of sensitive data and failures. */
export function SecurityView(): JSX.Element {
  return <EntriesView place="security" />;
}

function EntriesView({ place }: PlaceProps): JSX.Element {
  const { api, router, words, format } = useSignedIn();
  const search = router.place.value.search.toString();
  const { timeZone } = format.value;
  const query = useMemo(() => queryOf(new URLSearchParams(search), timeZone), [search, timeZone]);
  const feed = useMemo(() => new AuditFeed(api, paths[place], query), [api, place, query]);
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
      <FeedTable feed={feed} place={place} />
    </>
  );
}

interface ExportLinkProps {
  readonly format: "csv" | "jsonl";
  readonly query: Query;
}

/**
 * Exports every entry that the filters match, not only the loaded ones: the hub writes the file.
 */
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

interface FeedTableProps extends PlaceProps {
  readonly feed: AuditFeed;
}

function FeedTable({ feed, place }: FeedTableProps): JSX.Element {
  const text = useSignedIn().words.value;
  const load = feed.state.value;
  const retry = (): void => void feed.load();
  if (load.state === "loading") {
    return (
      <p class="quiet" role="status">
        {text.loading}
      </p>
    );
  }
  if (load.state === "failed") {
    return <FailureNote failure={load.failure} onRetry={retry} />;
  }
  return (
    <>
      <EntryTable page={load.data} place={place} />
      {load.failure && <FailureNote failure={load.failure} onRetry={retry} />}
      {load.data.hasMore && !load.failure && (
        <div class="more">
          <Button isDisabled={feed.isLoading} onClick={retry}>
            {text.loadOlder}
          </Button>
        </div>
      )}
    </>
  );
}

interface EntryTableProps extends PlaceProps {
  readonly page: AuditPage;
}

function EntryTable({ page, place }: EntryTableProps): JSX.Element {
  const { words, format, records, now } = useSignedIn();
  const names = useNames();
  const [opened, setOpened] = useState<AuditEntry>();
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
        now: now(),
        hasCost: place === "audit",
        onOpen: setOpened,
      }),
    [words.value, format.value, place, ...lists],
  );
  return (
    <>
      <DataTable
        label={place === "audit" ? words.value.audit : words.value.security}
        rows={page.entries}
        columns={columns}
        hasSearch={false}
        rowId={({ seq }) => String(seq)}
        empty={<p>{words.value.auditEmpty}</p>}
      />
      {opened && <AuditDetails entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** From the address, so untrusted. */
function queryOf(search: URLSearchParams, timeZone: string): Query {
  const text = (name: string): string | undefined => search.get(name)?.slice(0, 200) ?? undefined;
  const from = text("from");
  const to = text("to");
  return {
    kind: text("kind"),
    from:
      from !== undefined && isDay(from)
        ? new Date(startOfDay(from, timeZone)).toISOString()
        : undefined,
    to: to !== undefined && isDay(to) ? new Date(endOfDay(to, timeZone)).toISOString() : undefined,
    token_id: text("token_id"),
    user_id: text("user_id"),
    app: text("app"),
    model: text("model"),
    text: text("text"),
  };
}
