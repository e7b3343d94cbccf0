import type { Clock } from "../../shared/clock.ts";
import type { SellerEnvironment } from "../client/environment.ts";
import type { CallOptions, PortalAnswer, SellerClient } from "../client/sellerClient.ts";
import { SellerError } from "../client/sellerError.ts";
import type { PortalRequest } from "../contract/request.ts";
import type { FieldChange } from "./fieldChanges.ts";
import { type JournalEntry, journalRequest } from "./journalEntry.ts";

/** The outcome of one attempt at a write. */
export type WriteEnd =
  | { readonly outcome: "done"; readonly answer: PortalAnswer }
  | { readonly outcome: "failed"; readonly error: SellerError }
  /** The portal may have done it: check before trying again. */
  | { readonly outcome: "unknown"; readonly error: SellerError };

export interface WriteDeps {
  readonly client: Pick<SellerClient, "send">;
  readonly environment: SellerEnvironment;
  /** Resolves when the entry is stored. */
  readonly journal: (entry: JournalEntry) => Promise<void>;
  readonly clock: Clock;
  readonly newId: () => string;
}

export interface JournaledWrite {
  readonly request: PortalRequest;
  readonly changes: readonly FieldChange[];
  readonly source: JournalEntry["source"];
  readonly origin?: string;
}

/** The journal could not be written, so nothing was sent. */
export class NotNotedError extends Error {
  override readonly name = "NotNotedError";
}

/**
 * Sends a write once, with a journal entry before and after. Without the first entry, nothing is
 * sent.
 */
export async function journaledWrite(
  { client, environment, journal, clock, newId }: WriteDeps,
  { request, changes, source, origin }: JournaledWrite,
  options: CallOptions,
): Promise<WriteEnd> {
  const { name, kind, codigoSeller } = environment;
  const entry = {
    id: newId(),
    at: clock.now(),
    environment: { name, kind, codigoSeller },
    source,
    ...(origin !== undefined && { origin }),
    ...journalRequest(request, changes),
  };
  try {
    await journal({ ...entry, outcome: "sending" });
  } catch (error) {
    throw new NotNotedError("The journal cannot be written", { cause: error });
  }
  const end = await attempt(client, request, options);
  // If this entry fails, the journal shows the write as unknown, which a person can check.
  await journal({ ...entry, ...journalEnd(end) }).catch(() => undefined);
  return end;
}

async function attempt(
  client: Pick<SellerClient, "send">,
  request: PortalRequest,
  options: CallOptions,
): Promise<WriteEnd> {
  try {
    return { outcome: "done", answer: await client.send(request, options) };
  } catch (error) {
    // A failure that nobody foresaw may have come after the request left.
    const failure =
      error instanceof SellerError ? error : new SellerError("unknown", { cause: error });
    const isUnknown = failure.kind === "unknown" || failure.details.mayHaveActed === true;
    return { outcome: isUnknown ? "unknown" : "failed", error: failure };
  }
}

function journalEnd(
  end: WriteEnd,
): Pick<JournalEntry, "outcome" | "failure" | "status" | "requestId"> {
  if (end.outcome === "done") {
    const { status, requestId } = end.answer;
    return { outcome: "done", status, ...(requestId !== undefined && { requestId }) };
  }
  const { kind, details } = end.error;
  return {
    outcome: end.outcome,
    failure: kind,
    ...(details.status !== undefined && { status: details.status }),
    ...(details.requestId !== undefined && { requestId: details.requestId }),
  };
}
