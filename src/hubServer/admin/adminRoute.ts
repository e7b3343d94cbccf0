import type * as z from "zod/mini";

import type { HubRequest, HubResponse } from "../http/message.ts";
import type { SessionRecord, UserRecord } from "../store/records.ts";

/** Who is signed in. The administrator's token stands for the user `user_admin`. */
export interface Principal {
  readonly user: UserRecord;
  /** Absent with the administrator's token. */
  readonly session?: SessionRecord;
}

/** A request whose sender is known and may send it. */
export interface AdminCall {
  readonly request: HubRequest;
  /** What stood in the place of `{id}`, decoded; empty where the path has none. */
  readonly id: string;
  readonly principal: Principal;
}

/** What the OpenAPI document says of a route, beside what its path tells. */
export interface RouteDoc {
  readonly summary: string;
  readonly body?: z.ZodMiniType;
  /** Each entry's form where `isList`. */
  readonly answer?: z.ZodMiniType;
  readonly isList?: boolean;
  /** 200 by default. */
  readonly status?: number;
  /** Type of an answer that is no JSON. */
  readonly mediaType?: string;
  /** Query parameters by name. */
  readonly query?: Readonly<Record<string, string>>;
}

interface RouteBase {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/hub/admin/v1`; `{id}` is one segment of it, percent-encoded. */
  readonly path: string;
  readonly doc: RouteDoc;
}

export interface OpenRoute extends RouteBase {
  readonly access: "open";
  readonly handle: (request: HubRequest) => HubResponse | Promise<HubResponse>;
}

/** `user`: whoever is signed in; `admin`: administrators only. */
export interface GuardedRoute extends RouteBase {
  readonly access: "user" | "admin";
  readonly handle: (call: AdminCall) => HubResponse | Promise<HubResponse>;
}

export type AdminRoute = OpenRoute | GuardedRoute;
