import type { ApiCallId, CallInput } from "../../seller/contract/calls.ts";
import type { SandboxDatabase } from "../store/database.ts";

export interface CallContext {
  readonly db: SandboxDatabase;
  readonly codigoSeller: number;
  readonly now: Date;
}

/** Runs in the caller's transaction and returns JSON text; throws a `PortalError`. */
type Handler<Id extends ApiCallId> = (input: CallInput<Id>, context: CallContext) => string;

export type Handlers<Ids extends ApiCallId> = { readonly [Id in Ids]: Handler<Id> };
