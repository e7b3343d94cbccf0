import type { AuditEvent, RecordKind } from "../../store/records.ts";
import type { AdminDeps } from "./adminDeps.ts";
import type { Principal } from "./adminRoute.ts";
import { Turns } from "./turns.ts";

export interface Change {
  readonly action: "create" | "update" | "delete";
  readonly kind: RecordKind;
  readonly id: string;
  readonly name: string;
  /** The names of changed fields, without values, which may be secrets. */
  readonly fields?: readonly string[];
}

export function changeEvent(
  change: Change,
  { user, session }: Principal,
  time: number,
): AuditEvent {
  const event = eventOf(change, session ? user.login : "admin token", time);
  return { ...event, userId: user.id };
}

export function startEvent(change: Change, time: number): AuditEvent {
  return eventOf(change, "start of the hub", time);
}

function eventOf({ action, kind, id, name, fields }: Change, by: string, time: number): AuditEvent {
  return {
    kind: auditKind(kind, action),
    time,
    ...(kind === "token" && { tokenId: id }),
    detail: {
      action,
      object: kind,
      object_id: id,
      name,
      by,
      ...(fields && { fields: fields.join(", ") }),
    },
  };
}

function auditKind(kind: RecordKind, action: Change["action"]): AuditEvent["kind"] {
  if (kind === "token" && action !== "update") {
    return action === "create" ? "token.create" : "token.revoke";
  }
  return "admin.change";
}

/** Runs changes one at a time, each from its read to its write. */
export class Changes {
  readonly #onChange: AdminDeps["onChange"];
  readonly #turns = new Turns();

  constructor(onChange: AdminDeps["onChange"]) {
    this.#onChange = onChange;
  }

  async make<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await this.#turns.take(change);
    } finally {
      this.#onChange();
    }
  }
}
