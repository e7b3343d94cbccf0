import type { ApiCallId, CallInput } from "../../seller/contract/calls.ts";
import type { SandboxDatabase } from "../store/database.ts";

/** The context of a call besides its input, which is already validated. */
export interface CallContext {
  readonly db: SandboxDatabase;
  /** The seller of the token. */
  readonly codigoSeller: number;
  readonly now: Date;
}

/** Runs the call in the caller's transaction and returns JSON text; throws a `PortalError`. */
type Handler<Id extends ApiCallId> = (input: CallInput<Id>, context: CallContext) => string;

/** Handlers of some of the calls. */
export type Handlers<Ids extends ApiCallId> = { readonly [Id in Ids]: Handler<Id> };
