import type { Clock } from "../../../shared/base/clock.ts";
import type { AuthFailures } from "../../auth/authFailures.ts";
import type { OpenIdConfig } from "../../config/openIdConfig.ts";
import type { HubRequest } from "../../http/message.ts";
import type { ListedModel } from "../../models/modelCatalog.ts";
import type { AuditRecord, OwnKindRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import type { UpstreamConfig } from "../../upstream/upstreamConfig.ts";
import type { RouteHour } from "../../upstream/upstreamHealth.ts";
import type { UpstreamKeys } from "../../upstream/upstreamKeys.ts";
import type { AuditHead } from "./auditHead.ts";

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
  readonly listModels: () => Promise<readonly ListedModel[]>;
  readonly givenUpstreams: readonly UpstreamConfig[];
  /** Kinds of the configuration file. */
  readonly givenKinds: readonly OwnKindRecord[];
  readonly upstreamHealth: () => Promise<readonly RouteHour[]>;
  readonly keys: UpstreamKeys;
  readonly auditHead: AuditHead | undefined;
  readonly exportAudit: ExportAudit;
  /** Ends endless streams when the hub closes. */
  readonly closing: AbortSignal;
  /** The client's address, which slows down password guessing. */
  readonly addressOf: (request: HubRequest) => string;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}
