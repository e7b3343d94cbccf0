import type { Clock } from "../../shared/base/clock.ts";
import type { PreparedCall, ToolOutcome } from "../../shared/conversation/tool.ts";
import { SellerError } from "../client/sellerError.ts";
import type { ApiCallId } from "../contract/calls.ts";
import { toolInput } from "../contract/toolSchemas.ts";
import { journaledWrite, NotNotedError, noteSeen, type WriteEnd } from "../write/journaledWrite.ts";
import type { JournalEntry } from "../write/journalEntry.ts";
import { currentChanges, isThere, type PlannedWrite, planWrite } from "../write/plannedWrite.ts";
import type { ProductNames } from "../write/productNames.ts";
import type { SellerAccess, SellerDesk } from "../write/sellerAccess.ts";
import { subjectOf } from "../write/subject.ts";
import { failureText } from "./failureText.ts";
import { firstPricesOf } from "./firstPrices.ts";
import { proposalOf } from "./proposal.ts";
import type { WriteGate } from "./writeGate.ts";
import { checkLimits, type LimitVerdict } from "./writeLimits.ts";

export interface WriteToolDeps {
  readonly access: SellerAccess;
  readonly gate: WriteGate;
  readonly source: JournalEntry["source"];
  readonly clock: Clock;
  readonly newId: () => string;
  readonly names: ProductNames;
}

/** Validates a write, compares it with the portal's records and freezes it. Sends nothing. */
export async function prepareWrite(
  call: ApiCallId,
  desk: SellerDesk,
  { input, signal }: { readonly input: unknown; readonly signal: AbortSignal },
  deps: WriteToolDeps,
): Promise<PreparedCall> {
  const refusal = deps.gate.refusal();
  if (refusal !== undefined) {
    return { kind: "refused", state: "refused", text: refusal };
  }
  try {
    const { client, environment } = desk;
    const plan = await planWrite(
      client,
      { call, input: toolInput(call, input, environment) },
      { signal },
    );
    const limits = await limitsOf(plan, desk, deps);
    if (limits.refusal !== undefined) {
      return { kind: "refused", state: "refused", text: limits.refusal };
    }
    const warnings = [...deps.gate.warnings(plan.request), ...limits.warnings];
    const { acknowledgement } = limits;
    const productName = await deps.names.of(client, { call, ...plan }, { signal });
    const proposal = proposalOf(plan, environment, { warnings, acknowledgement, productName });
    const named = { ...plan, subject: subjectOf(call, plan.input, productName) };
    return { kind: "write", proposal, run: once((stop) => send(named, desk, stop, deps)) };
  } catch (error) {
    return { kind: "refused", state: "failed", text: failureText(error) };
  }
}

/** Refuses if the environment or a limit changed since the card was shown. */
async function send(
  plan: PlannedWrite & { readonly subject: string },
  desk: SellerDesk,
  signal: AbortSignal,
  deps: WriteToolDeps,
): Promise<ToolOutcome> {
  const { access, gate, source, clock, newId } = deps;
  if (access.desk()?.id !== desk.id) {
    return notSent("The environment was changed since. Nothing was sent.");
  }
  if (signal.aborted) {
    return notSent("It was stopped. Nothing was sent.");
  }
  // The person may have lowered a limit while the card was waiting.
  const refusal = (await limitsOf(plan, desk, deps)).refusal ?? gate.take();
  if (refusal !== undefined) {
    return notSent(refusal);
  }
  const { request, changes, subject } = plan;
  const { client, environment } = desk;
  const journal = (entry: JournalEntry): Promise<void> => access.journal(entry);
  const write = { request, changes, source, subject };
  try {
    const end = await journaledWrite(
      { client, environment, journal, clock, newId },
      write,
      // Stopping the answer must not abort the write, whose outcome would be unknown.
      { signal: new AbortController().signal },
    );
    if (end.outcome !== "failed" && end.outcome !== "notDone") {
      gate.note(request, end.outcome === "done" ? "done" : "unknown");
    }
    return await outcomeOf(plan, end, {
      desk,
      signal,
      onSeen: async (noted) => {
        gate.note(request, "done");
        await noteSeen({ environment, journal }, write, noted);
      },
    });
  } catch (error) {
    if (error instanceof NotNotedError) {
      gate.giveBack();
      return { state: "failed", text: "The journal cannot be written, so nothing was sent." };
    }
    throw error;
  }
}

/**
 * The limits of a write. If the journal cannot be read, the day's first prices are unknown and prices may not change.
 */
async function limitsOf(
  plan: PlannedWrite,
  { environment: { codigoSeller } }: SellerDesk,
  { access, gate, clock }: WriteToolDeps,
): Promise<LimitVerdict> {
  const { request } = plan;
  if (request.call !== "savePrice") {
    return checkLimits(plan, gate.limits, []);
  }
  try {
    const now = clock.now();
    const first = await firstPricesOf(gate.firstPrices, plan, {
      earlier: access.earlier,
      now,
      codigoSeller,
    });
    return checkLimits(plan, gate.limits, first);
  } catch {
    const refusal =
      "The journal could not be read, so the limit of the price's change cannot be checked.";
    return { refusal, warnings: [] };
  }
}

interface Afterwards {
  readonly desk: SellerDesk;
  readonly signal: AbortSignal;
  readonly onSeen: (end: Extract<WriteEnd, { outcome: "accepted" }>) => Promise<void>;
}

async function outcomeOf(
  plan: PlannedWrite,
  end: WriteEnd,
  afterwards: Afterwards,
): Promise<ToolOutcome> {
  const { desk, signal } = afterwards;
  if (end.outcome === "done" || end.outcome === "accepted") {
    return await takenOutcome(plan, end, afterwards);
  }
  const { outcome, error } = end;
  const state = outcome === "unknown" ? "unknown" : "failed";
  const isToRead = state === "unknown" || outcome === "complaint" || error.kind === "conflict";
  const now = isToRead ? [(await whatIsThere(plan, desk, signal)).text] : ["Nothing was changed."];
  const advice =
    state === "unknown"
      ? ["Whether it took effect is not known. Do not repeat it: check, and tell the person."]
      : [];
  return { state, text: [failureText(error), ...advice, ...now].join("\n") };
}

async function takenOutcome(
  plan: PlannedWrite,
  end: Extract<WriteEnd, { outcome: "done" | "accepted" }>,
  { desk, signal, onSeen }: Afterwards,
): Promise<ToolOutcome> {
  const { answer } = end;
  const seen = end.outcome === "accepted" ? await whatIsThere(plan, desk, signal) : undefined;
  if (end.outcome === "accepted" && seen?.isThere === true) {
    await onSeen(end);
  }
  const answered = (JSON.stringify(answer.body) ?? answer.raw).slice(0, 2000);
  if (seen?.isThere === false) {
    return { state: "unknown", text: [accepted, seen.text, `answer: ${answered}`].join("\n") };
  }
  const sent = Object.fromEntries(
    plan.changes.flatMap(({ name, after }) => (after === undefined ? [] : [[name, after]])),
  );
  const { status, requestId } = answer;
  const shownBy = seen ? "a reading afterwards" : "the answer";
  const environment = desk.environment.name;
  const facts = { done: true, shownBy, environment, ...sent, status, requestId };
  return { state: "done", text: JSON.stringify({ ...facts, answer: answered }) };
}

const accepted =
  "The portal accepted it, but nothing shows yet that it was done; it may be in a queue. Do not repeat it: look again later, and tell the person.";

async function whatIsThere(
  { request, input }: PlannedWrite,
  desk: SellerDesk,
  signal: AbortSignal,
): Promise<{ readonly isThere: boolean; readonly text: string }> {
  try {
    const changes = await currentChanges(desk.client, request.call, input, { signal });
    const rows = changes.map(({ name, before, after }) => ({ name, now: before, intended: after }));
    const isShown = isThere(changes);
    const verdict = isShown
      ? "A reading afterwards shows the intended values."
      : "A reading afterwards does not show the intended values.";
    return { isThere: isShown, text: `${verdict}\n${JSON.stringify(rows)}` };
  } catch (error) {
    const kind = error instanceof SellerError ? error.kind : "unknown";
    return { isThere: false, text: `A reading afterwards failed (${kind}).` };
  }
}

function notSent(text: string): ToolOutcome {
  return { state: "refused", text };
}

/** Refuses a second run: one approval allows one request. */
function once(
  run: (signal: AbortSignal) => Promise<ToolOutcome>,
): (signal: AbortSignal) => Promise<ToolOutcome> {
  let wasRun = false;
  return async (signal) => {
    if (wasRun) {
      return notSent("It was already done once.");
    }
    wasRun = true;
    return await run(signal);
  };
}
