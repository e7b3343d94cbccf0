import type { Fields } from "../../shared/base/json.ts";
import type { Bilingual } from "../contract/fields.ts";
import type { PortalRequest } from "../contract/request.ts";

export interface WriteLimits {
  readonly access: "off" | "read" | "write";
  readonly maxWrites: number;
  /** Percentage of the present price and of the session's first price, up or down. */
  readonly maxPriceChange: number;
  readonly zeroStock: "refuse" | "ask";
  /** Percentage of the present stock, up or down; absent: 80. */
  readonly maxStockChange?: number;
  readonly ways?: LimitWays;
}

export interface LimitWays {
  readonly access: string;
  readonly maxWrites: string;
  readonly maxPriceChange: string;
  readonly zeroStock: string;
  readonly maxStockChange: string;
}

export const editorWays: LimitWays = {
  access:
    "The person can allow writing with the tools button below the message field, or with the setting aiHub.seller.chatAccess.",
  maxWrites: "setting aiHub.seller.maxWrites",
  maxPriceChange: "setting aiHub.seller.maxPriceChange",
  zeroStock: "setting aiHub.seller.zeroStock",
  maxStockChange: "setting aiHub.seller.maxStockChange",
};

/** Prices at the session's first reading, by product and state. */
export type FirstPrices = Map<string, readonly Fields[]>;

type Sent = "done" | "unknown";

export class WriteGate {
  readonly firstPrices: FirstPrices = new Map();
  readonly #limits: () => WriteLimits;
  readonly #sent = new Map<string, Sent>();
  #used = 0;
  #isStopped = false;

  constructor(limits: () => WriteLimits) {
    this.#limits = limits;
  }

  get limits(): WriteLimits {
    return this.#limits();
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get left(): number {
    return Math.max(0, this.limits.maxWrites - this.#used);
  }

  /** The kill switch: refuses all writes until the person allows them again. */
  stop(): void {
    this.#isStopped = true;
  }

  allowAgain(): void {
    this.#isStopped = false;
  }

  refusal(): string | undefined {
    const { ways = editorWays } = this.limits;
    if (this.limits.access !== "write") {
      return `Writing is off: these tools may only read. ${ways.access}`;
    }
    if (this.#isStopped) {
      return "The person stopped all writes of this session.";
    }
    return this.left === 0
      ? `This session's limit of ${this.limits.maxWrites} writes is reached (${ways.maxWrites}).`
      : undefined;
  }

  take(): string | undefined {
    const refusal = this.refusal();
    if (refusal === undefined) {
      this.#used += 1;
    }
    return refusal;
  }

  giveBack(): void {
    this.#used -= 1;
  }

  note(request: PortalRequest, outcome: Sent): void {
    this.#sent.set(keyOf(request), outcome);
  }

  warnings(request: PortalRequest): readonly Bilingual[] {
    const sent = this.#sent.get(keyOf(request));
    return sent === undefined ? [] : [repeated[sent]];
  }
}

const repeated: Readonly<Record<Sent, Bilingual>> = {
  done: {
    en: "Exactly this was already done in this session.",
    ptBr: "Exatamente isto já foi feito nesta sessão.",
  },
  unknown: {
    en: "Exactly this was sent before, and nobody knows whether it took effect. Check first.",
    ptBr: "Exatamente isto já foi enviado, e não se sabe se teve efeito. Verifique antes.",
  },
};

function keyOf({ method, url, body }: PortalRequest): string {
  return JSON.stringify([method, url, body]);
}
