import { hash as digest } from "node:crypto";

import type { ChainState } from "./auditLog.ts";
import { canonicalJson, canonicalMembers } from "./canonicalJson.ts";
import type { AuditEvent, AuditRecord } from "./records.ts";
import { toSearchText, toStoredText } from "./storedText.ts";

export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

export const chainStart: ChainHead = { seq: 0, hash: "0".repeat(64) };

export interface AuditRow {
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
  readonly body: string;
  readonly columns: AuditColumns;
}

export interface AuditColumns {
  readonly kind: string;
  readonly time: number;
  readonly tokenId: string | null;
  readonly userId: string | null;
  readonly runId: string | null;
  readonly app: string | null;
  readonly model: string | null;
  /** All texts of the event, one per line. */
  readonly search: string;
}

export function bodyHalves(event: AuditEvent): readonly [before: string, after: string] {
  let before = "{";
  let after = "";
  for (const { name, text } of canonicalMembers(event)) {
    if (name < "seq") {
      before += `${text},`;
    } else {
      after += `,${text}`;
    }
  }
  return [`${before}"seq":`, `${after}}`];
}

/** SHA-256 of the previous hash (hexadecimal) followed by the body, as UTF-8. */
function chainHash(prevHash: string, body: string): string {
  return digest("sha256", prevHash + body);
}

export function auditColumns(event: AuditEvent): AuditColumns {
  return {
    kind: event.kind,
    time: event.time,
    tokenId: stored(event.tokenId),
    userId: stored(event.userId),
    runId: stored(event.runId),
    app: stored(event.app),
    model: stored(event.model),
    search: toSearchText(textsOf(event).toSorted().join("\n")),
  };
}

export function nextRow(head: ChainHead, event: AuditEvent): AuditRow {
  const seq = head.seq + 1;
  const [before, after] = bodyHalves(event);
  const body = `${before}${seq}${after}`;
  const hash = chainHash(head.hash, body);
  return { seq, prevHash: head.hash, hash, body, columns: auditColumns(event) };
}

export function toAuditRecord(row: AuditRow): AuditRecord {
  return { ...eventIn(row), prevHash: row.prevHash, hash: row.hash };
}

function eventIn(row: AuditRow): AuditEvent & { readonly seq: number } {
  // A foreign body fails its hash before it is read.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(row.body) as AuditEvent & { readonly seq: number };
}

export class ChainVerifier {
  readonly #expected: ChainHead | undefined;
  #last: ChainHead | undefined;
  #events = 0;
  #problem: { readonly at: ChainHead; readonly text: string } | undefined;
  /** After pruning: the head before the first remaining event, until a checkpoint confirms it. */
  #unproved: ChainHead | undefined;
  #hasMetExpected: boolean;

  constructor(expectedHead?: ChainHead) {
    this.#expected = expectedHead;
    this.#hasMetExpected = expectedHead === undefined || expectedHead.seq === chainStart.seq;
  }

  add(row: AuditRow): boolean {
    if (this.#problem) {
      return false;
    }
    this.#last ??= this.#start(row);
    const text = findProblem(row, this.#last);
    if (text !== undefined) {
      this.#problem = { at: row, text };
      return false;
    }
    if (this.#unproved && vouchesFor(row, this.#unproved)) {
      this.#unproved = undefined;
    }
    this.#meet(row);
    this.#last = row;
    this.#events += 1;
    return true;
  }

  finish(head: ChainHead): ChainState {
    const last = this.#last ?? chainStart;
    const problem = this.#problem ?? this.#problemAtEnd(last, head);
    const { seq, hash } = problem?.at ?? last;
    return {
      isIntact: !problem,
      seq,
      hash,
      events: this.#events,
      ...(problem && { problem: problem.text }),
    };
  }

  #start(row: AuditRow): ChainHead {
    if (row.seq === chainStart.seq + 1) {
      return chainStart;
    }
    const before = { seq: row.seq - 1, hash: row.prevHash };
    this.#unproved = before;
    this.#meet(before);
    return before;
  }

  #meet({ seq, hash }: ChainHead): void {
    this.#hasMetExpected ||= seq === this.#expected?.seq && hash === this.#expected.hash;
  }

  #problemAtEnd(
    last: ChainHead,
    head: ChainHead,
  ): { readonly at: ChainHead; readonly text: string } | undefined {
    if (this.#unproved) {
      const at = { seq: this.#unproved.seq + 1, hash: this.#unproved.hash };
      return {
        at,
        text: "Events before this one are missing, and no checkpoint accounts for them.",
      };
    }
    if (last.seq !== head.seq || last.hash !== head.hash) {
      return { at: last, text: `The newest events are missing: the head is number ${head.seq}.` };
    }
    return this.#hasMetExpected
      ? undefined
      : {
          at: last,
          text: `The expected head, number ${this.#expected?.seq}, is not in the chain.`,
        };
  }
}

function findProblem(row: AuditRow, before: ChainHead): string | undefined {
  if (row.seq !== before.seq + 1) {
    return `Event ${before.seq + 1} is missing.`;
  }
  if (row.prevHash !== before.hash) {
    return "It does not follow the event before it.";
  }
  if (row.hash !== chainHash(row.prevHash, row.body)) {
    return "Its content is not what was written.";
  }
  const event = eventIn(row);
  const columns = auditColumns(event);
  const expected = row.columns.runId === null ? { ...columns, runId: null } : columns;
  const isSame = event.seq === row.seq && canonicalJson(expected) === canonicalJson(row.columns);
  return isSame ? undefined : "What it is searched by is not what was written.";
}

export function checkpointOf(through: ChainHead, removed: number, time: number): AuditEvent {
  return {
    kind: "chain.checkpoint",
    time,
    detail: { removed, throughSeq: through.seq, throughHash: through.hash },
  };
}

function vouchesFor(row: AuditRow, through: ChainHead): boolean {
  const { detail } = eventIn(row);
  return (
    row.columns.kind === "chain.checkpoint" &&
    detail?.["throughSeq"] === through.seq &&
    detail["throughHash"] === through.hash
  );
}

function stored(text: string | undefined): string | null {
  return text === undefined ? null : toStoredText(text);
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return [value];
  }
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((member) => textsOf(member))
    : [];
}
