import { dayOf } from "../../../shared/base/calendar.ts";
import { type AuditKind, securityKinds } from "../../../shared/hubApi/auditKinds.ts";
import { auditEntrySchema, chainSchema } from "../../../shared/hubApi/hubReports.ts";
import type { HubRequest, HubResponse, StreamBody } from "../../http/message.ts";
import { jsonResponse } from "../../http/message.ts";
import { readSettings } from "../../store/builtInRecords.ts";
import { localTime } from "../../values/calendar.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import type { GuardedRoute } from "../base/adminRoute.ts";
import { listResponse } from "../base/collection.ts";
import { countParameter, listParameter } from "../base/queryParameters.ts";
import { auditEntry } from "./auditEntry.ts";
import { auditQuery, readAuditFilter } from "./auditFilter.ts";

const defaultLimit = 100;
const maxLimit = 500;
const listQuery = { ...auditQuery, before: "Only before this number", limit: `1 to ${maxLimit}` };

export function auditRoutes(deps: AdminDeps): readonly GuardedRoute[] {
  const access = "admin";
  const { audit } = deps.store;
  return [
    {
      method: "GET",
      path: "/audit",
      access,
      doc: {
        summary: "Events, newest first",
        answer: auditEntrySchema,
        isList: true,
        query: listQuery,
      },
      handle: ({ request }) => listEvents(request, deps),
    },
    {
      method: "GET",
      path: "/security-events",
      access,
      doc: {
        summary: "Events that concern security, newest first",
        answer: auditEntrySchema,
        isList: true,
        query: listQuery,
      },
      handle: ({ request }) => listEvents(request, deps, securityKinds),
    },
    {
      method: "GET",
      path: "/audit/verify",
      access,
      doc: { summary: "Recompute the whole chain", answer: chainSchema },
      handle: async () => {
        const state = await audit.verify(await deps.auditHead?.update());
        return jsonResponse(200, {
          is_intact: state.isIntact,
          seq: state.seq,
          hash: state.hash,
          events: state.events,
          problem: state.problem ?? null,
        });
      },
    },
    {
      method: "GET",
      path: "/audit/export",
      access,
      doc: {
        summary: "Events as a file, oldest first",
        mediaType: "text/csv",
        query: { ...auditQuery, format: "csv (by default) or jsonl" },
      },
      handle: ({ request }) => exportEvents(request, deps),
    },
  ];
}

async function listEvents(
  { query }: HubRequest,
  { store }: AdminDeps,
  kinds?: readonly AuditKind[],
): Promise<HubResponse> {
  const filter = readAuditFilter(query, kinds);
  const limit = countParameter(query, "limit", { min: 1, max: maxLimit }) ?? defaultLimit;
  const before = countParameter(query, "before", { min: 1, max: Number.MAX_SAFE_INTEGER });
  const page = { limit: limit + 1, ...(before !== undefined && { before }) };
  const found = await store.audit.list(filter, page);
  const shown = found.slice(0, limit);
  const next = found.length > limit ? String(shown.at(-1)?.seq) : null;
  return listResponse(shown.map(auditEntry), next);
}

async function exportEvents(
  { query }: HubRequest,
  { store, clock, exportAudit }: AdminDeps,
): Promise<HubResponse> {
  const filter = readAuditFilter(query, undefined);
  const [format = "csv"] = listParameter(query, "format", ["csv", "jsonl"] as const) ?? [];
  const { timeZone } = await readSettings(store);
  const timeText = (time: number): string => localTime(time, timeZone);
  const name = `ai-hub-audit-${dayOf(clock.now(), timeZone)}.${format}`;
  return {
    status: 200,
    headers: {
      "content-type":
        format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
    },
    body: streamOf(exportAudit(store.audit.read(filter), format, timeText)),
  };
}

function streamOf(pieces: AsyncIterable<string>): StreamBody {
  return async (sink) => {
    for await (const piece of pieces) {
      if (!sink.write(piece)) {
        await sink.drained();
      }
    }
  };
}
