import type * as z from "zod/mini";

import type { auditEntrySchema } from "../../../shared/hubApi/hubReports.ts";
import type { AuditRecord } from "../../store/records.ts";
import { isoTime } from "../../values/isoTime.ts";
import { formatMoney } from "../../values/money.ts";

export function auditEntry(record: AuditRecord): z.infer<typeof auditEntrySchema> {
  return {
    seq: record.seq,
    kind: record.kind,
    time: isoTime(record.time),
    request_id: orNull(record.requestId),
    session_id: orNull(record.sessionId),
    run_id: orNull(record.runId),
    token_id: orNull(record.tokenId),
    user_id: orNull(record.userId),
    profile_id: orNull(record.profileId),
    sector_id: orNull(record.sectorId),
    app: orNull(record.app),
    model: orNull(record.model),
    format: orNull(record.format),
    status: orNull(record.status),
    input_tokens: orNull(record.inputTokens),
    cached_tokens: orNull(record.cachedTokens),
    output_tokens: orNull(record.outputTokens),
    cost: record.cost === undefined ? null : formatMoney(record.cost),
    latency_ms: orNull(record.latencyMs),
    findings: (record.findings ?? []).map(({ kind, count, field, doubt, secret }) => ({
      type: kind,
      count,
      field,
      ...(doubt !== undefined && { doubt }),
      ...(secret !== undefined && { secret }),
    })),
    detail: record.detail ?? {},
    prev_hash: record.prevHash,
    hash: record.hash,
  };
}

function orNull<T>(value: T | undefined): T | null {
  return value ?? null;
}
