import type { Clock } from "../../shared/clock.ts";
import type { AuditEvent } from "../store/records.ts";
import type { AuditLog } from "../store/store.ts";
import { timeBetween } from "../values/timeBetween.ts";
import type { OnGovernanceEvent } from "./events.ts";

const quietMs = 60_000;
const maxSources = 10_000;

interface Source {
  readonly writtenAt: number;
  readonly unwritten: number;
}

/**
 * Writes refusals to the audit: of equal ones, one per minute, with the number since the last one,
 * so that a client that asks in a loop does not fill the disk.
 */
export class QuietAudit {
  readonly #audit: Pick<AuditLog, "append">;
  readonly #clock: Clock;
  readonly #onEvent: OnGovernanceEvent;
  readonly #sources = new Map<string, Source>();

  constructor(audit: Pick<AuditLog, "append">, clock: Clock, onEvent: OnGovernanceEvent) {
    this.#audit = audit;
    this.#clock = clock;
    this.#onEvent = onEvent;
  }

  /**
   * Never rejects: the refusal stands even if it cannot be written. An event without a source is
   * always written.
   */
  async append(event: AuditEvent, source: string | undefined): Promise<void> {
    if (source === undefined) {
      await this.#write(event);
      return;
    }
    const now = this.#clock.now();
    const key = `${event.kind} ${event.tokenId ?? ""} ${source}`;
    const known = this.#sources.get(key);
    if (known && timeBetween(known.writtenAt, now) < quietMs) {
      this.#sources.set(key, { ...known, unwritten: known.unwritten + 1 });
      return;
    }
    if (this.#sources.size >= maxSources) {
      this.#sources.clear();
    }
    this.#sources.set(key, { writtenAt: now, unwritten: 0 });
    const requests = 1 + (known?.unwritten ?? 0);
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
