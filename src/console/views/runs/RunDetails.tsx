import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import { auditEntrySchema } from "../../../shared/hubApi/hubReports.ts";
import { useSignedIn } from "../../app/console.ts";
import { Feed } from "../../data/feed.ts";
import type { AuditEntry, Run } from "../../data/types.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import {
  type Fact,
  modelText,
  requestedModels,
  type RequestedModels,
  summaryOf,
} from "../parts/auditText.ts";
import { Facts } from "../parts/Facts.tsx";
import { FeedBody } from "../parts/FeedBody.tsx";
import { useNames } from "../parts/names.ts";
import { capText, OutcomeTag, ownerOf } from "./runColumns.tsx";

export interface RunDetailsProps {
  readonly run: Run;
  readonly onClose: () => void;
}

export function RunDetails({ run, onClose }: RunDetailsProps): JSX.Element {
  const { words, format, isAdmin } = useSignedIn();
  const names = useNames();
  const voice = { words: words.value, format: format.value };
  const text = words.value;
  const { count, money, dateTime, duration } = format.value;
  return (
    <Dialog title={text.runOf(dateTime(run.started_at))} look="drawer" onClose={onClose}>
      <div class="dialog-body">
        <p>
          <OutcomeTag outcome={run.outcome} words={text} />
        </p>
        <Facts
          rows={[
            [text.who, ownerOf(run, names)],
            [text.token, names.token(run.token_id)],
            ...(run.profile_id === null ? [] : [fact(text.profile, names.profile(run.profile_id))]),
            ...(run.sector_id === null ? [] : [fact(text.sector, names.sector(run.sector_id))]),
            [text.app, run.app],
            [text.lasted, duration(run.duration_ms)],
            [text.lastRequest, dateTime(run.ended_at)],
            [text.cost, money(run.cost)],
            ...(run.saved_by_cache === undefined
              ? []
              : [fact(text.savedByCache, money(run.saved_by_cache))]),
            [text.cap, capText(run, voice)],
            [text.requests, count(run.requests)],
            [text.inputTokens, count(run.input_tokens)],
            [text.cachedTokens, count(run.cached_tokens)],
            [text.outputTokens, count(run.output_tokens)],
            [text.runId, run.run_id],
          ]}
        />
        {isAdmin && <Requests run={run} />}
      </div>
    </Dialog>
  );
}

function fact(label: string, value: string): Fact {
  return [label, value];
}

function Requests({ run }: Pick<RunDetailsProps, "run">): JSX.Element {
  const { api, router, words } = useSignedIn();
  const text = words.value;
  const query = useMemo(() => {
    const { run_id, user_id, token_id } = run;
    return { run_id, ...(user_id === null ? { token_id } : { user_id }) };
  }, [run]);
  const feed = useMemo(
    () => new Feed(api, { path: "audit", schema: auditEntrySchema, query, pageSize: 50 }),
    [api, query],
  );
  useEffect(() => void feed.load(), [feed]);
  return (
    <>
      <h3>{text.runRequests}</h3>
      <FeedBody feed={feed}>
        {({ entries }) => {
          const requested = requestedModels(entries);
          return (
            <ol class="run-requests" aria-label={text.runRequests}>
              {entries.map((entry) => (
                <RequestLine key={entry.seq} entry={entry} requested={requested} />
              ))}
            </ol>
          );
        }}
      </FeedBody>
      <p>
        <a href={router.href("audit", new URLSearchParams(query))}>{text.showInAudit}</a>
      </p>
    </>
  );
}

interface RequestLineProps {
  readonly entry: AuditEntry;
  readonly requested: RequestedModels;
}

function RequestLine({ entry, requested }: RequestLineProps): JSX.Element {
  const { words, format, now } = useSignedIn();
  const names = useNames();
  const { time, cost } = entry;
  return (
    <li>
      <time class="quiet" title={format.value.dateTime(time)}>
        {format.value.nearTime(time, now())} {format.value.zone(now())}
      </time>
      <span>
        {modelText(entry, requested, words.value)}{" "}
        <span class="quiet">
          {summaryOf(entry, { words: words.value, format: format.value, names })}
        </span>
      </span>
      <span class="amount">{cost === null ? "" : format.value.money(cost)}</span>
    </li>
  );
}
