import * as z from "zod/mini";

import { type Organisation } from "./organisation.ts";

export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly cookie: string | undefined;
  readonly csrfToken: string;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** Instead of a body, as it is. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HubState {
  readonly data: Organisation;
  /** User id by cookie. */
  readonly sessions: Map<string, string>;
  nextId: number;
}

export type Fields = Record<string, unknown>;

export const adminToken = "adm_0123456789abcdef";
export const password = "correct horse battery";
export const secret = "sk_hub_9f8e7d6c5b4a39281706f5e4d3c2b1a0";

export function refusal(status: number, message: string, param: string | null = null): Answer {
  return { status, body: { error: { message, type: "invalid_request_error", param, code: null } } };
}

export function listed<T>(
  schema: z.ZodMiniType<T>,
  data: readonly T[],
  next: string | null = null,
): Answer {
  z.array(schema).parse(data);
  return { status: 200, body: { object: "list", data, has_more: next !== null, next } };
}

/** What the shared schema does not accept is an error of this server, and answered as one. */
export function shaped<T>(schema: z.ZodMiniType<T>, body: unknown): Answer {
  return { status: 200, body: schema.parse(body) };
}
