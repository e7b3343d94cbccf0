import { dayOf } from "../../../shared/base/calendar.ts";
import { usageCost } from "../../governance/budgets/prices.ts";
import type { AuditEvent, UsageSubject } from "../../store/records.ts";
import type { BudgetClaim, Reservation, Settlement, Store } from "../../store/store.ts";
import { periodOf } from "../../values/calendar.ts";
import {
  labBudgets,
  labModel,
  labPrice,
  type LabUser,
  labUsers,
  tokenIdOf,
} from "./organisation.ts";

const dayMs = 86_400_000;
const days = 30;

interface PastEvent {
  readonly time: number;
  readonly tokenId: string;
  readonly write: () => Promise<unknown>;
}

/** Deterministic for a given `now`. */
export async function seedHistory(
  store: Store,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Promise<void> {
  const random = seededRandom(20_261_121);
  const past: PastEvent[] = [];
  for (let index = 0; index < days * labUsers.length; index += 1) {
    const user = labUsers[index % labUsers.length];
    const time = timeOfDay(now - (Math.floor(index / labUsers.length) + 1) * dayMs, random());
    const isWeekend = [0, 6].includes(new Date(time).getUTCDay());
    if (user && time < now && random() < (isWeekend ? 0.15 : 0.75)) {
      const request = requestOf(user, { time, random, timeZone, id: `req_lab_${index}` });
      const { tokenId } = request.reservation.subject;
      past.push({ time, tokenId, write: () => writeRequest(store, request) });
      const event = securityEvent(request.reservation.subject, time, random());
      if (event) {
        past.push({ time: time + 1, tokenId, write: () => store.audit.append(event) });
      }
    }
  }
  const lastUse = new Map<string, number>();
  for (const { time, tokenId, write } of past.toSorted((one, other) => one.time - other.time)) {
    await write();
    lastUse.set(tokenId, time);
  }
  for (const [tokenId, time] of lastUse) {
    await store.records.touchToken(tokenId, time);
  }
}

function timeOfDay(time: number, share: number): number {
  return Math.floor(time / dayMs) * dayMs + Math.floor((11 + share * 10) * 3_600_000);
}

interface PastRequest {
  readonly reservation: Reservation;
  readonly settlement: Settlement;
}

interface When {
  readonly time: number;
  readonly random: () => number;
  readonly timeZone: string;
  readonly id: string;
}

function requestOf(user: LabUser, when: When): PastRequest {
  const { time, random, timeZone, id } = when;
  const isChat = random() >= 0.12;
  const inputTokens = Math.floor(2_000 + random() ** 2 * 60_000);
  const cachedTokens = isChat && random() < 0.4 ? Math.floor(inputTokens / 2) : 0;
  const outputTokens = isChat ? Math.floor(150 + random() * 2_400) : 0;
  const price = isChat ? labPrice : { input: 0, output: 0 };
  const usage = { inputTokens, cachedTokens, cacheWriteTokens: 0, outputTokens };
  const inputCost = usageCost({ ...usage, cachedTokens: 0, outputTokens: 0 }, price);
  const endedAt = time + 800 + Math.floor(random() * 9_000);
  return {
    reservation: {
      id,
      subject: subjectOf(user, id, isChat),
      now: time,
      day: dayOf(time, timeZone),
      leaseUntil: endedAt + 60_000,
      budgets: claimsOf(user, periodOf(time, timeZone), {
        money: { fixed: inputCost, perMillionOutput: price.output },
        tokens: { fixed: inputTokens, perMillionOutput: 1_000_000 },
      }),
      rateLimits: {},
      inputTokens,
      outputTokens,
      inputCost,
      perMillionOutput: price.output,
    },
    settlement: {
      ...usage,
      id,
      now: endedAt,
      cost: usageCost(usage, price),
      usageSource: "upstream",
      outcome: "complete",
      status: 200,
      latencyMs: endedAt - time,
    },
  };
}

function subjectOf(user: LabUser, requestId: string, isChat: boolean): UsageSubject {
  const chatFormat = user.app === "claude-code" ? "anthropic" : "openai";
  return {
    requestId,
    tokenId: tokenIdOf(user.id),
    userId: user.id,
    profileId: user.profileId,
    sectorId: user.sectorId,
    app: user.app,
    model: isChat ? labModel : "hub-hash-512",
    format: isChat ? chatFormat : "embeddings",
  };
}

function claimsOf(
  user: LabUser,
  period: string,
  amounts: Readonly<Record<BudgetClaim["unit"], Pick<BudgetClaim, "fixed" | "perMillionOutput">>>,
): readonly BudgetClaim[] {
  const subjects = [user.id, user.profileId, user.sectorId, tokenIdOf(user.id)];
  return labBudgets(0)
    .filter(({ subjectId }) => subjects.includes(subjectId))
    .map(({ id, unit, limit }) => ({ budgetId: id, period, limit, unit, ...amounts[unit] }));
}

/** A refused request leaves no usage, as in a real hub. */
async function writeRequest(
  { ledger }: Store,
  { reservation, settlement }: PastRequest,
): Promise<void> {
  const result = await ledger.reserve(reservation);
  if (result.kind === "granted") {
    await ledger.settle(settlement);
  }
}

function securityEvent(subject: UsageSubject, time: number, share: number): AuditEvent | undefined {
  const who = { ...subject, requestId: `${subject.requestId}_event`, time: time + 1 };
  const field = "messages.0.content";
  if (share < 0.05) {
    return { ...who, kind: "dlp.alert", findings: [{ kind: "email", count: 2, field }] };
  }
  if (share < 0.08) {
    return {
      ...who,
      kind: "dlp.block",
      status: 400,
      findings: [{ kind: "card", count: 1, field }],
    };
  }
  if (share < 0.1) {
    return { ...who, kind: "policy.deny", status: 404, model: "gpt-large" };
  }
  if (share < 0.12) {
    return { ...who, kind: "rate.limit", status: 429, detail: { limit: "requests" } };
  }
  return share < 0.13
    ? { kind: "auth.fail", time: time + 1, detail: { reason: "unknown", attempts: 3 } }
    : undefined;
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
