import type * as z from "zod/mini";

import type { HubRequest, HubResponse } from "../../http/message.ts";
import type { SessionRecord, UserRecord } from "../../store/records.ts";

/** Who calls; with the administrator's token, the user is `user_admin`. */
export interface Principal {
  readonly user: UserRecord;
  readonly session?: SessionRecord;
}

export interface AdminCall {
  readonly request: HubRequest;
  readonly id: string;
  readonly principal: Principal;
}

export interface RouteDoc {
  readonly summary: string;
  readonly body?: z.ZodMiniType;
  /** With `isList`: the schema of one entry. */
  readonly answer?: z.ZodMiniType;
  readonly isList?: boolean;
  readonly status?: number;
  readonly mediaType?: string;
  readonly query?: Readonly<Record<string, string>>;
}

interface RouteBase {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `{id}` is one percent-encoded segment. */
  readonly path: string;
  readonly doc: RouteDoc;
}

export interface OpenRoute extends RouteBase {
  readonly access: "open";
  readonly handle: (request: HubRequest) => HubResponse | Promise<HubResponse>;
}

export interface GuardedRoute extends RouteBase {
  readonly access: "user" | "admin";
  readonly handle: (call: AdminCall) => HubResponse | Promise<HubResponse>;
}

export type AdminRoute = OpenRoute | GuardedRoute;
