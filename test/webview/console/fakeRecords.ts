import type * as z from "zod/mini";

import { tokenSchema } from "../../../src/shared/hubApi/hubAdmin.ts";
import { now } from "./auditEntries.ts";
import {
  type Answer,
  type ApiCall,
  type Fields,
  type HubState,
  listed,
  secret,
  shaped,
} from "./fakeAnswers.ts";

interface RecordCall<T> {
  readonly call: ApiCall;
  readonly id: string;
  readonly schema: z.ZodMiniType<T>;
}

export function answerRecords<T extends { readonly id: string }>(
  state: HubState,
  records: T[],
  { call, id, schema }: RecordCall<T>,
): Answer {
  const index = records.findIndex((record) => record.id === id);
  if (call.method === "GET") {
    return listed(schema, records);
  }
  if (call.method === "DELETE") {
    records.splice(index, 1);
    return { status: 200, body: { id, deleted: true } };
  }
  const fields = call.body as Partial<T>;
  if (index >= 0) {
    const changed = { ...records[index], ...fields } as T;
    records[index] = changed;
    return shaped(schema, changed);
  }
  const created = { ...defaultsOf(state), ...fields } as unknown as T;
  records.push(created);
  return shaped(schema, created);
}

/** What the hub adds to a new record of any kind. */
function defaultsOf(state: HubState): Fields {
  return {
    id: `new_${state.nextId++}`,
    created_at: new Date(now).toISOString(),
    has_password: true,
    openid: null,
    source: "record",
    owned_by: "openai",
    is_edited: true,
    period: "2026-11",
    resets_at: "2026-12-01T03:00:00Z",
    spent: "0",
    reserved: "0",
    remaining: "0",
    forecast: null,
    terms: 0,
  };
}

export function answerTokens(state: HubState, call: ApiCall, owner: string | null): Answer {
  const { tokens, settings } = state.data;
  const id = decodeURIComponent(call.path.split("/")[1] ?? "");
  const index = tokens.findIndex((token) => token.id === id);
  const found = tokens[index];
  if (call.method === "DELETE" && found) {
    tokens[index] = { ...found, revoked_at: new Date(now).toISOString() };
    return { status: 200, body: { id, object: "token", deleted: true } };
  }
  if (call.method === "PATCH" && found) {
    tokens[index] = { ...found, ...(call.body as object) };
    return shaped(tokenSchema, tokens[index]);
  }
  if (call.method === "POST") {
    const created = {
      id: `tok_new${state.nextId++}`,
      object: "token" as const,
      prefix: "sk_hub_…b1a0",
      profile_id: null,
      sector_id: null,
      effective_profile_id: settings.default_profile_id,
      effective_sector_id: settings.default_sector_id,
      rate_limits: {},
      created_at: new Date(now).toISOString(),
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      user_id: owner,
      ...(call.body as { name: string }),
    };
    tokens.push(created);
    return shaped(tokenSchema, { ...created, token: secret });
  }
  return listed(tokenSchema, tokens);
}
