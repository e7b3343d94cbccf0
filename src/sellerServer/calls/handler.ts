import type { ApiCallId, CallInput } from "../../seller/contract/calls.ts";
import type { SandboxDatabase } from "../store/database.ts";

export interface CallContext {
  readonly db: SandboxDatabase;
  readonly codigoSeller: number;
  readonly now: Date;
}

/** A handler runs in the caller's transaction and returns JSON text; it throws a `PortalError`. */
type Handler<Id extends ApiCallId> = (input: CallInput<Id>, context: CallContext) => string;

export type Handlers<Ids extends ApiCallId> = { readonly [Id in Ids]: Handler<Id> };
