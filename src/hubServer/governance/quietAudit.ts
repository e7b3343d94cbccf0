import type { Clock } from "../../shared/base/clock.ts";
import type { AuditLog } from "../store/auditLog.ts";
import type { AuditEvent } from "../store/records.ts";
import { QuietCounts } from "../values/quietCounts.ts";
import type { OnGovernanceEvent } from "./policy/events.ts";

const maxSources = 10_000;

/** A looping client must not fill the disk: equal refusals are written once per minute, with their number. */
export class QuietAudit {
  readonly #audit: Pick<AuditLog, "append">;
  readonly #clock: Clock;
  readonly #onEvent: OnGovernanceEvent;
  readonly #counts = new QuietCounts(maxSources);

  constructor(audit: Pick<AuditLog, "append">, clock: Clock, onEvent: OnGovernanceEvent) {
    this.#audit = audit;
    this.#clock = clock;
    this.#onEvent = onEvent;
  }

  /** Never rejects. An event without a source is always written. */
  async append(event: AuditEvent, source: string | undefined): Promise<void> {
    if (source === undefined) {
      await this.#write(event);
      return;
    }
    const key = `${event.kind} ${event.tokenId ?? ""} ${source}`;
    const requests = this.#counts.count(key, this.#clock.now());
    if (requests === undefined) {
      return;
    }
    await this.#write({ ...event, detail: { ...event.detail, requests } });
  }

  async #write(event: AuditEvent): Promise<void> {
    try {
      await this.#audit.append(event);
    } catch (error) {
      this.#onEvent({ kind: "storeFailed", during: "audit", error });
    }
  }
}
