export type LimitReason =
  | "rate"
  | "chatFirst"
  | "told"
  | "failing"
  | "refused"
  | "denied"
  | "budget"
  | "model";

export type AskFailureKind =
  | "rate"
  | "server"
  | "refused"
  | "denied"
  | "budget"
  | "model"
  | "sensitive"
  | "controlToken"
  | "other";

export class AskFailure extends Error {
  override readonly name = "AskFailure";
  readonly kind: AskFailureKind;
  readonly retryAfterMs: number | undefined;
  /** False: the request was not sent, so the limits do not count it. */
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
  readonly hubPerMinute?: number | undefined;
  readonly isChatRunning: boolean;
  readonly budgetUsed?: number | undefined;
}

/** Limits requests, so that chats keep their share of the hub's limits. */
export class Limits {
  readonly #perMinute = new Bucket(perMinute, burst);
  readonly #besideChat = new Bucket(besideChat, 2);
  #until = 0;
  #untilReason: LimitReason = "told";
  #failures = 0;
  #off: "refused" | "denied" | "budget" | "model" | undefined;
  #isLow = false;
  #lowAt = 0;

  /** `isInvoked`: the person asked for the completion, so only a refusal by the hub counts. */
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

  waitMs(now: number): number {
    return Math.max(0, this.#until - now, this.#perMinute.waitMs(now));
  }

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

  opened(kind: "denied" | "budget"): void {
    this.#off = this.#off === kind ? undefined : this.#off;
  }

  renew(): void {
    this.#off = undefined;
    this.#until = 0;
    this.#failures = 0;
    this.#isLow = false;
  }
}

/** Limits requests within any 60 seconds, with a burst that refills evenly. */
class Bucket {
  #perMinute: number;
  readonly #burst: number;
  #left: number;
  #at: number | undefined;
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
