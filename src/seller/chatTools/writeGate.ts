import type { Bilingual } from "../contract/fields.ts";
import type { PortalRequest } from "../contract/request.ts";

/** What the person allows tools; read anew each time it matters. */
export interface WriteLimits {
  readonly access: "off" | "read" | "write";
  /** Writes in one session of the editor. */
  readonly maxWrites: number;
  /** In percent of the present price, up or down. */
  readonly maxPriceChange: number;
  readonly zeroStock: "refuse" | "ask";
}

type Sent = "done" | "unknown";

/** Counts and stops the writes of one session, whoever asks for them. In memory only. */
export class WriteGate {
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

  /** How many more writes this session may make. */
  get left(): number {
    return Math.max(0, this.limits.maxWrites - this.#used);
  }

  /** The kill switch: no write until the person allows them again. */
  stop(): void {
    this.#isStopped = true;
  }

  allowAgain(): void {
    this.#isStopped = false;
  }

  /** Why no write may be made now; for the model. Undefined if one may. */
  refusal(): string | undefined {
    if (this.limits.access !== "write") {
      return "Writing is off: these tools may only read. The person can allow writing with the tools button below the message field, or with the setting aiHub.seller.chatAccess.";
    }
    if (this.#isStopped) {
      return "The person stopped all writes of this session.";
    }
    return this.left === 0
      ? `This session's limit of ${this.limits.maxWrites} writes is reached (setting aiHub.seller.maxWrites).`
      : undefined;
  }

  /** Takes one write of the session's, or says why not. */
  take(): string | undefined {
    const refusal = this.refusal();
    if (refusal === undefined) {
      this.#used += 1;
    }
    return refusal;
  }

  note(request: PortalRequest, outcome: Sent): void {
    this.#sent.set(keyOf(request), outcome);
  }

  /** What the person should know of the same write's past. */
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
