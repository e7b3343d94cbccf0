import type { PortalExchange } from "../../../seller/client/portalExchange.ts";

const maxExchanges = 500;
/** Limit for stored answers in characters; the oldest exchanges lose their text. */
const maxTexts = 4_000_000;

interface Kept {
  readonly deskId: string;
  readonly exchange: PortalExchange;
}

/** The last calls of this window, never stored on disk. */
export class ExchangeLog {
  readonly #kept: Kept[] = [];

  add(deskId: string, exchange: PortalExchange): void {
    this.#kept.push({ deskId, exchange });
    if (this.#kept.length > maxExchanges) {
      this.#kept.shift();
    }
    let characters = 0;
    for (let index = this.#kept.length - 1; index >= 0; index -= 1) {
      const kept = this.#kept[index];
      const { answer } = kept?.exchange ?? {};
      if (!kept || !answer || answer.text === "") {
        continue;
      }
      characters += answer.text.length;
      if (characters > maxTexts) {
        this.#kept[index] = { ...kept, exchange: withoutText(kept.exchange) };
        return;
      }
    }
  }

  find(
    isMeant: (exchange: PortalExchange) => boolean,
    deskId?: string,
  ): PortalExchange | undefined {
    return this.#kept.findLast(
      (kept) => (deskId === undefined || kept.deskId === deskId) && isMeant(kept.exchange),
    )?.exchange;
  }
}

function withoutText(exchange: PortalExchange): PortalExchange {
  const { answer } = exchange;
  return answer ? { ...exchange, answer: { ...answer, text: "", isCut: true } } : exchange;
}
