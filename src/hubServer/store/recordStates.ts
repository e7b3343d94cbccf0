import { hash } from "node:crypto";

import { canonicalJson } from "./canonicalJson.ts";
import type { AuditEvent, RecordKind } from "./records.ts";

export const stateKinds = [
  "admin.change",
  "token.create",
  "token.revoke",
  "records.state",
] as const satisfies readonly AuditEvent["kind"][];

const removed = "removed";
const unknown = "unknown";

const recordsPerEvent = 100;

/** Adds a digest of the record, because records contain secrets. */
export function withState(
  event: AuditEvent,
  kind: RecordKind,
  { id, record }: { readonly id: string; readonly record?: object },
): AuditEvent {
  const state = record === undefined ? removed : digestOf(record);
  return { ...event, detail: { ...event.detail, object: kind, object_id: id, state } };
}

/** A digest of the record without `lastUsedAt`, which changes without an event. */
export function digestOf(record: object): string {
  return hash("sha256", canonicalJson({ ...record, lastUsedAt: undefined }));
}

export function recordKey(kind: string, id: string): string {
  return `${kind} ${id}`;
}

export function stateEvents(
  states: readonly (readonly [key: string, state: string])[],
  time: number,
): readonly AuditEvent[] {
  const count = Math.ceil(states.length / recordsPerEvent);
  return Array.from({ length: count }, (_, at) => ({
    kind: "records.state",
    time,
    detail: Object.fromEntries(states.slice(at * recordsPerEvent, (at + 1) * recordsPerEvent)),
  }));
}

interface LastState {
  readonly state: string;
  readonly seq: number;
}

export class RecordStates {
  readonly #last = new Map<string, LastState>();
  #isStated = false;

  get isStated(): boolean {
    return this.#isStated;
  }

  add({ kind, seq, detail = {} }: AuditEvent & { readonly seq: number }): void {
    if (kind === "records.state") {
      this.#isStated = true;
      for (const [key, state] of Object.entries(detail)) {
        this.#last.set(key, { state: String(state), seq });
      }
      return;
    }
    const { object, object_id: id, state } = detail;
    if (stateKinds.some((known) => known === kind) && object !== undefined && id !== undefined) {
      this.#isStated ||= state !== undefined;
      const key = recordKey(String(object), String(id));
      this.#last.set(key, { state: String(state ?? unknown), seq });
    }
  }

  through(seq: number): readonly (readonly [key: string, state: string])[] {
    return [...this.#last]
      .filter(([, last]) => last.seq <= seq && last.state !== removed)
      .map(([key, { state }]) => [key, state] as const);
  }

  problem(records: ReadonlyMap<string, string>): string | undefined {
    if (!this.#isStated) {
      return undefined;
    }
    for (const [key, digest] of records) {
      const last = this.#last.get(key);
      if (last === undefined || last.state === removed) {
        return `The record "${key}" has no event in the audit: the hub did not write it.`;
      }
      if (last.state !== unknown && last.state !== digest) {
        return `The record "${key}" is not as its last change, event ${last.seq}, left it.`;
      }
    }
    const lost = [...this.#last].find(([key, { state }]) => state !== removed && !records.has(key));
    return lost && `The record "${lost[0]}" was removed without an event in the audit.`;
  }
}
