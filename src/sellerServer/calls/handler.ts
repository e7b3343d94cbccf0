import type { ApiCallId, CallInput } from "../../seller/contract/calls.ts";
import type { SandboxDatabase } from "../store/database.ts";

/** What a call knows besides its input, which has been found to be valid. */
export interface CallContext {
  readonly db: SandboxDatabase;
  /** The seller of the token. */
  readonly codigoSeller: number;
  readonly now: Date;
}

/** Does the call inside the caller's transaction and answers JSON text; throws a `PortalError`. */
type Handler<Id extends ApiCallId> = (input: CallInput<Id>, context: CallContext) => string;

/** Handlers of some of the calls. */
export type Handlers<Ids extends ApiCallId> = { readonly [Id in Ids]: Handler<Id> };
