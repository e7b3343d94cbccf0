import type { Clock } from "../../shared/clock.ts";
import type { SellerEnvironment } from "../client/environment.ts";
import { maxRawLength } from "../client/portalFailure.ts";
import type { PortalAnswer } from "../client/readAnswer.ts";
import type { CallOptions, SellerClient } from "../client/sellerClient.ts";
import { SellerError } from "../client/sellerError.ts";
import type { PortalRequest } from "../contract/request.ts";
import type { FieldChange } from "./fieldChanges.ts";
import { type JournalEntry, journalRequest } from "./journalEntry.ts";

/** The outcome of one attempt at a write. */
export type WriteEnd =
  | { readonly outcome: "done"; readonly answer: PortalAnswer }
  /** The portal refused it. */
  | { readonly outcome: "failed"; readonly error: SellerError }
  /**
   * A successful status whose body says no; `error.details.said` quotes it. It may have been done in
   * part: read the record again, and never repeat it by itself.
   */
  | { readonly outcome: "complaint"; readonly error: SellerError }
  /** It failed before the write was sent, so it may be taken up again. */
  | { readonly outcome: "notDone"; readonly error: SellerError }
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
  /** The record that is written, by its names. */
  readonly subject?: string;
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
  { request, changes, source, origin, subject }: JournaledWrite,
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
    ...(subject !== undefined && { subject: subject.slice(0, 300) }),
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
    return { outcome: outcomeOf(failure), error: failure };
  }
}

function outcomeOf({ kind, details }: SellerError): Exclude<WriteEnd["outcome"], "done"> {
  if (kind === "complaint") {
    return "complaint";
  }
  if (details.notSent === true) {
    return "notDone";
  }
  return kind === "unknown" || details.mayHaveActed === true ? "unknown" : "failed";
}

/** Characters of the answer to a write that was done; an import has thousands of them. */
const maxDoneLength = 2_000;

function journalEnd(
  end: WriteEnd,
): Pick<JournalEntry, "outcome" | "failure" | "status" | "requestId" | "said" | "answer"> {
  if (end.outcome === "done") {
    const { status, requestId, raw } = end.answer;
    return {
      outcome: "done",
      status,
      ...(requestId !== undefined && { requestId }),
      ...(raw !== "" && { answer: raw.slice(0, maxDoneLength) }),
    };
  }
  const { kind, details } = end.error;
  return {
    outcome: end.outcome,
    failure: kind,
    ...(details.status !== undefined && { status: details.status }),
    ...(details.requestId !== undefined && { requestId: details.requestId }),
    ...(details.detail !== undefined && { said: details.detail }),
    ...(details.raw !== undefined && { answer: details.raw.slice(0, maxRawLength) }),
  };
}
