/** Why the hub is not asked now. */
export type LimitReason =
  | "rate"
  | "chatFirst"
  | "told"
  | "failing"
  | "refused"
  | "denied"
  | "budget"
  | "model";

/** What a failed request means for the next ones. */
export type AskFailureKind =
  /** The hub said to wait. */
  | "rate"
  /** The hub or its model failed. */
  | "server"
  /** The token is not accepted. */
  | "refused"
  /** The token's profile excludes completion. */
  | "denied"
  /** The budget is used up. */
  | "budget"
  /** The model neither fills in nor chats, or is gone. */
  | "model"
  /** This text is not sent: personal data, or a control token of the model. */
  | "sensitive"
  | "controlToken"
  /** Nothing to learn from. */
  | "other";

/** Why a completion did not come; thrown by the function that asks. */
export class AskFailure extends Error {
  override readonly name = "AskFailure";
  readonly kind: AskFailureKind;
  readonly retryAfterMs: number | undefined;
  /** False if nothing left this machine: it costs nothing of the limits. */
  readonly wasSent: boolean;

  constructor(kind: AskFailureKind, retryAfterMs?: number, wasSent = true) {
    super(`The completion ended with ${kind}`);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.wasSent = wasSent;
  }
}

const [aMinute, perMinute, burst, besideChat] = [60_000, 30, 6, 10];
const waitsOf = { first: 30_000, most: 600_000 };
const unknownWaitMs = 20_000;
const chatShare = 0.2;
const tightBudget = 0.8;

export interface LimitOptions {
  /** What the hub allows a minute, where it says so; at most our own limit. */
  readonly hubPerMinute?: number | undefined;
  readonly isChatRunning: boolean;
  /** Of the tightest budget, 0 to 1. */
  readonly budgetUsed?: number | undefined;
}

/** Decides whether a request may be sent now, so that chats keep their share of the hub's limits. */
export class Limits {
  readonly #perMinute = new Bucket(perMinute, burst);
  readonly #besideChat = new Bucket(besideChat, 2);
  #until = 0;
  #untilReason: LimitReason = "told";
  #failures = 0;
  #off: "refused" | "denied" | "budget" | "model" | undefined;
  #isLow = false;
  #lowAt = 0;

  /** Why not, if so; takes a place if it may. `isInvoked`: the person asks, so only a refusal stops it. */
  take(now: number, options: LimitOptions, isInvoked: boolean): LimitReason | undefined {
    const reason = this.reason(now, options);
    if (reason !== undefined && !(isInvoked && this.#off === undefined)) {
      return reason;
    }
    this.#perMinute.take(now);
    if (options.isChatRunning) {
      this.#besideChat.take(now);
    }
    return undefined;
  }

  /** Why a request that nobody invoked would not be sent. */
  reason(now: number, options: LimitOptions): LimitReason | undefined {
    const { isChatRunning, budgetUsed = 0, hubPerMinute = perMinute } = options;
    this.#perMinute.limit(Math.min(perMinute, hubPerMinute));
    const reasons: readonly (readonly [isSo: boolean, reason: LimitReason])[] = [
      [this.#off !== undefined, this.#off ?? "refused"],
      [now < this.#until, this.#untilReason],
      [budgetUsed >= tightBudget, "budget"],
      [this.#isLow && now - this.#lowAt < aMinute, "chatFirst"],
      [isChatRunning && !this.#besideChat.has(now), "chatFirst"],
      [!this.#perMinute.has(now), "rate"],
    ];
    return reasons.find(([isSo]) => isSo)?.[1];
  }

  /** Milliseconds until `told`, `failing` and `rate` end; 0 without them. */
  waitMs(now: number): number {
    return Math.max(0, this.#until - now, this.#perMinute.waitMs(now));
  }

  /** What an answer's headers say is left of the token's requests, which chats need too. */
  heard(
    now: number,
    { limit, remaining }: { readonly limit: number; readonly remaining: number },
  ): void {
    this.#isLow = limit > 0 && remaining < limit * chatShare;
    this.#lowAt = now;
  }

  worked(): void {
    this.#failures = 0;
  }

  failed(now: number, { kind, retryAfterMs, wasSent }: AskFailure): void {
    if (!wasSent) {
      this.#perMinute.giveBack();
    }
    if (kind === "rate") {
      this.#until = now + (retryAfterMs ?? unknownWaitMs);
      this.#untilReason = "told";
    } else if (kind === "server") {
      this.#failures += 1;
      const further = this.#failures - 2;
      if (further >= 0) {
        this.#until = now + Math.min(waitsOf.first * 2 ** further, waitsOf.most);
        this.#untilReason = "failing";
      }
    } else if (kind === "refused" || kind === "denied" || kind === "budget" || kind === "model") {
      this.#off = kind;
    }
  }

  /** The hub says that the policy allows it, or that the budget has room: what it refused for that is asked again. */
  opened(kind: "denied" | "budget"): void {
    this.#off = this.#off === kind ? undefined : this.#off;
  }

  /** Another token, hub, model or budget: what was refused is asked again. */
  renew(): void {
    this.#off = undefined;
    this.#until = 0;
    this.#failures = 0;
    this.#isLow = false;
  }
}

/** At most so many a minute, in any minute, and no more at once than a burst, which comes back evenly. */
class Bucket {
  #perMinute: number;
  readonly #burst: number;
  #left: number;
  #at: number | undefined;
  /** When the places of the last minute were taken; the oldest first. */
  #taken: readonly number[] = [];

  constructor(count: number, burstSize: number) {
    this.#perMinute = count;
    this.#burst = burstSize;
    this.#left = burstSize;
  }

  limit(count: number): void {
    this.#perMinute = Math.max(1, count);
  }

  has(now: number): boolean {
    this.#fill(now);
    return this.#left >= 1 && this.#taken.length < this.#perMinute;
  }

  /** Milliseconds until it has a place; 0 if it has one. */
  waitMs(now: number): number {
    this.#fill(now);
    const burstMs = ((1 - this.#left) * aMinute) / this.#perMinute;
    const first = this.#taken.at(-this.#perMinute);
    const minuteMs =
      first === undefined || this.#taken.length < this.#perMinute ? 0 : first + aMinute - now;
    return Math.max(0, burstMs, minuteMs);
  }

  take(now: number): void {
    this.#fill(now);
    this.#left = Math.max(0, this.#left - 1);
    this.#taken = [...this.#taken, now];
  }

  giveBack(): void {
    this.#left = Math.min(this.#burst, this.#left + 1);
    this.#taken = this.#taken.slice(0, -1);
  }

  #fill(now: number): void {
    const passed = Math.max(0, now - (this.#at ?? now));
    this.#at = now;
    this.#taken = this.#taken.filter((at) => now - at < aMinute);
    this.#left = Math.min(this.#burst, this.#left + (passed * this.#perMinute) / aMinute);
  }
}
