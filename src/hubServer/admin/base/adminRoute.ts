import type * as z from "zod/mini";

import type { HubRequest, HubResponse } from "../../http/message.ts";
import type { SessionRecord, UserRecord } from "../../store/records.ts";

/** With the administrator's token, the user is `user_admin`. */
export interface Principal {
  readonly user: UserRecord;
  /** Absent with the administrator's token. */
  readonly session?: SessionRecord;
}

export interface AdminCall {
  readonly request: HubRequest;
  /** The decoded value of `{id}`; empty if the path has none. */
  readonly id: string;
  readonly principal: Principal;
}

/** The parts of a route's OpenAPI description that its path does not show. */
export interface RouteDoc {
  readonly summary: string;
  readonly body?: z.ZodMiniType;
  /** With `isList`: the schema of one entry. */
  readonly answer?: z.ZodMiniType;
  readonly isList?: boolean;
  /** 200 by default. */
  readonly status?: number;
  /** Media type of an answer that is not JSON. */
  readonly mediaType?: string;
  readonly query?: Readonly<Record<string, string>>;
}

interface RouteBase {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path after `/hub/admin/v1`; `{id}` is one percent-encoded segment. */
  readonly path: string;
  readonly doc: RouteDoc;
}

export interface OpenRoute extends RouteBase {
  readonly access: "open";
  readonly handle: (request: HubRequest) => HubResponse | Promise<HubResponse>;
}

/** `user`: every signed-in user; `admin`: administrators only. */
export interface GuardedRoute extends RouteBase {
  readonly access: "user" | "admin";
  readonly handle: (call: AdminCall) => HubResponse | Promise<HubResponse>;
}

export type AdminRoute = OpenRoute | GuardedRoute;
