import type { Clock } from "../../shared/clock.ts";
import type { AuthFailures } from "../auth/authFailures.ts";
import type { OpenIdConfig } from "../config/hubConfig.ts";
import type { HubRequest } from "../http/message.ts";
import type { ListedModel } from "../models/modelCatalog.ts";
import type { AuditRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { UpstreamConfig } from "../upstream/upstreamConfig.ts";
import type { UpstreamKeys } from "../upstream/upstreamKeys.ts";
import type { AuditHead } from "./auditHead.ts";

/** Writes events as a file, piece by piece. */
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
  /** What upstreams list and what is built in, under the ids that clients ask for. */
  readonly listModels: () => Promise<readonly ListedModel[]>;
  /** Those of the command line and the configuration file, which nobody can change here. */
  readonly givenUpstreams: readonly UpstreamConfig[];
  /** The keys of upstreams, and which of them a record may name. */
  readonly keys: UpstreamKeys;
  /** The newest event as it was kept outside the database. */
  readonly auditHead: AuditHead | undefined;
  readonly exportAudit: ExportAudit;
  /** Aborted when the hub begins to close: streams that have no end of their own end then. */
  readonly closing: AbortSignal;
  /** Network address that a request came from, for slowing down who guesses passwords. */
  readonly addressOf: (request: HubRequest) => string;
  /** Told after every change, so that nothing remembered outlives it. */
  readonly onChange: () => void;
  /** Told of what fails and nobody can be answered about. */
  readonly onError: (error: unknown) => void;
}
