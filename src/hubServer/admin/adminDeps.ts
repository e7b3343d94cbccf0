import type { Clock } from "../../shared/clock.ts";
import type { AuthFailures } from "../auth/authFailures.ts";
import type { OpenIdConfig } from "../config/openIdConfig.ts";
import type { HubRequest } from "../http/message.ts";
import type { ListedModel } from "../models/modelCatalog.ts";
import type { AuditRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { UpstreamConfig } from "../upstream/upstreamConfig.ts";
import type { UpstreamKeys } from "../upstream/upstreamKeys.ts";
import type { AuditHead } from "./auditHead.ts";

/** Writes events as a file, in chunks. */
export type ExportAudit = (
  records: AsyncIterable<AuditRecord>,
  format: "csv" | "jsonl",
  timeText: (time: number) => string,
) => AsyncIterable<string>;

export interface AdminDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly version: string;
  readonly failures: AuthFailures;
  readonly openId: OpenIdConfig | undefined;
  /** Models of upstreams and built-in models, under the ids that clients send. */
  readonly listModels: () => Promise<readonly ListedModel[]>;
  /** Upstreams of the command line and the configuration file; read-only here. */
  readonly givenUpstreams: readonly UpstreamConfig[];
  /** The keys of upstreams, and which of them a record may name. */
  readonly keys: UpstreamKeys;
  /** The newest event, kept outside the database. */
  readonly auditHead: AuditHead | undefined;
  readonly exportAudit: ExportAudit;
  /** Aborted when the hub begins to close, so that endless streams end. */
  readonly closing: AbortSignal;
  /** The network address of a request, for slowing down password guessing. */
  readonly addressOf: (request: HubRequest) => string;
  /** Called after every change, so that caches are cleared. */
  readonly onChange: () => void;
  /** Receives failures of background work. */
  readonly onError: (error: unknown) => void;
}
