import type { PortalExchange } from "../../../seller/client/portalExchange.ts";

const maxExchanges = 500;
/** Characters of answers that are kept; of older exchanges only the facts stay. */
const maxTexts = 4_000_000;

interface Kept {
  readonly deskId: string;
  readonly exchange: PortalExchange;
}

/** The last calls of this window with their answers, for the response pane. Never stored. */
export class ExchangeLog {
  /** Oldest first. */
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
        // The older ones were emptied when this one was.
        this.#kept[index] = { ...kept, exchange: withoutText(kept.exchange) };
        return;
      }
    }
  }

  /** The newest exchange of which this is true; with `deskId` only of that desk. */
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
