import type { Clock } from "../../shared/base/clock.ts";
import type { SellerEnvironment } from "../client/environment.ts";
import { maxRawLength } from "../client/portalFailure.ts";
import type { PortalAnswer } from "../client/readAnswer.ts";
import type { CallOptions, SellerClient } from "../client/sellerClient.ts";
import { SellerError } from "../client/sellerError.ts";
import type { PortalRequest } from "../contract/request.ts";
import { echoOf } from "./echo.ts";
import type { FieldChange } from "./fieldChanges.ts";
import { type JournalEntry, journalRequest } from "./journalEntry.ts";
import { inputOfRequest } from "./requestInput.ts";

export type WriteEnd =
  | { readonly outcome: "done"; readonly answer: PortalAnswer; readonly noted: Noted }
  /** The portal answered with success, but only a reading can show the result. */
  | { readonly outcome: "accepted"; readonly answer: PortalAnswer; readonly noted: Noted }
  | { readonly outcome: "failed"; readonly error: SellerError }
  /** The write may be done in part: read the record again, never repeat it automatically. */
  | { readonly outcome: "complaint"; readonly error: SellerError }
  /** The attempt failed before sending, so the write may be resumed. */
  | { readonly outcome: "notDone"; readonly error: SellerError }
  /** The portal may have done the write: check before trying again. */
  | { readonly outcome: "unknown"; readonly error: SellerError };

export type Noted = Pick<JournalEntry, "id" | "at">;

export interface WriteDeps {
  readonly client: Pick<SellerClient, "send">;
  readonly environment: SellerEnvironment;
  readonly journal: (entry: JournalEntry) => Promise<void>;
  readonly clock: Clock;
  readonly newId: () => string;
}

export interface JournaledWrite {
  readonly request: PortalRequest;
  readonly changes: readonly FieldChange[];
  readonly source: JournalEntry["source"];
  readonly origin?: string;
  readonly batch?: string;
  readonly subject?: string;
}

export type FailedEnd = Exclude<WriteEnd, { readonly answer: PortalAnswer }>;

/** The journal could not be written, so nothing was sent. */
export class NotNotedError extends Error {
  override readonly name = "NotNotedError";
}

/** Writes a journal entry before and after. Without the first entry, nothing is sent. */
export async function journaledWrite(
  { client, environment, journal, clock, newId }: WriteDeps,
  write: JournaledWrite,
  options: CallOptions,
): Promise<WriteEnd> {
  const noted = { id: newId(), at: clock.now() };
  const entry = entryOf(environment, write, noted);
  try {
    await journal({ ...entry, outcome: "sending" });
  } catch (error) {
    throw new NotNotedError("The journal cannot be written", { cause: error });
  }
  const end = await attempt(client, write.request, { ...options, noted });
  // Without this entry the journal shows the write as unknown, which a person can check.
  await journal({ ...entry, ...journalEnd(end) }).catch(() => undefined);
  return end;
}

/** Notes a later reading: `done`, or `accepted` again if the reading contradicts the answer. */
export async function noteSeen(
  { environment, journal }: Pick<WriteDeps, "environment" | "journal">,
  write: JournaledWrite,
  {
    noted,
    answer,
    isSeen = true,
  }: { readonly noted: Noted; readonly answer?: PortalAnswer; readonly isSeen?: boolean },
): Promise<void> {
  const entry = entryOf(environment, write, noted);
  const end = answer ? answerFacts(answer) : {};
  const outcome = isSeen ? "done" : "accepted";
  // Without this entry the journal keeps the earlier end, and a person can check again.
  await journal({ ...entry, ...end, outcome, isSeen }).catch(() => undefined);
}

function entryOf(
  { name, kind, codigoSeller }: SellerEnvironment,
  { request, changes, source, origin, batch, subject }: JournaledWrite,
  { id, at }: Noted,
): Omit<JournalEntry, "outcome"> {
  return {
    id,
    at,
    environment: { name, kind, codigoSeller },
    source,
    ...(origin !== undefined && { origin }),
    ...(batch !== undefined && { batch }),
    ...journalRequest(request, changes),
    ...(subject !== undefined && { subject: subject.slice(0, 300) }),
  };
}

async function attempt(
  client: Pick<SellerClient, "send">,
  request: PortalRequest,
  { noted, ...options }: CallOptions & { readonly noted: Noted },
): Promise<WriteEnd> {
  try {
    const answer = await client.send(request, options);
    const echo = echoOf(request.call, inputOfRequest(request), answer.body);
    if (echo.kind === "differs") {
      const { status, requestId, raw } = answer;
      const detail = echo.fields.map(({ name, answered }) => `${name}: ${answered}`).join(" · ");
      const facts = { status, requestId, raw, detail };
      throw new SellerError("complaint", { ...facts, differing: echo.fields });
    }
    return { outcome: echo.kind === "agrees" ? "done" : "accepted", answer, noted };
  } catch (error) {
    const failure =
      error instanceof SellerError ? error : new SellerError("unknown", { cause: error });
    return { outcome: outcomeOf(failure), error: failure };
  }
}

function outcomeOf({ kind, details }: SellerError): FailedEnd["outcome"] {
  if (kind === "complaint") {
    return "complaint";
  }
  if (details.notSent === true) {
    return "notDone";
  }
  return kind === "unknown" || details.mayHaveActed === true ? "unknown" : "failed";
}

/** The longest stored answer of a done write; an import has thousands of such answers. */
const maxDoneLength = 2_000;

function answerFacts({
  status,
  requestId,
  raw,
}: PortalAnswer): Pick<JournalEntry, "status" | "requestId" | "answer"> {
  return {
    status,
    ...(requestId !== undefined && { requestId }),
    ...(raw !== "" && { answer: raw.slice(0, maxDoneLength) }),
  };
}

function journalEnd(
  end: WriteEnd,
): Pick<JournalEntry, "outcome" | "failure" | "status" | "requestId" | "said" | "answer"> {
  if (end.outcome === "done" || end.outcome === "accepted") {
    return { outcome: end.outcome, ...answerFacts(end.answer) };
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
