import type { Attachment } from "../../../context/attachment.ts";
import type { FuzzyMatch } from "../../../context/fuzzy.ts";
import type { ContextItem, ContextSource } from "../../../shared/calls/contextCalls.ts";

/** The names are untrusted text. */
export interface Offer {
  readonly source: ContextSource;
  readonly label: string;
  readonly detail: string;
  readonly attach: () => Promise<readonly Attachment[]>;
}

export interface RankedOffer {
  readonly offer: Offer;
  readonly match: FuzzyMatch;
}

const maxKept = 2_000;

/** Offers sent to pages, by id: a page can choose only an existing offer. */
export class OfferBook {
  readonly #offers = new Map<string, Offer>();
  #count = 0;

  keep({ offer, match }: RankedOffer): ContextItem {
    this.#count += 1;
    const id = `offer-${this.#count}`;
    this.#offers.set(id, offer);
    const [oldest] = this.#offers.keys();
    if (this.#offers.size > maxKept && oldest !== undefined) {
      this.#offers.delete(oldest);
    }
    const { source, label, detail } = offer;
    return {
      id,
      source,
      label: label.slice(0, 1000),
      detail: detail.slice(0, 4000),
      matches: match.ranges.slice(0, 64).map(([start, end]) => [start, end]),
    };
  }

  find(id: string): Offer | undefined {
    return this.#offers.get(id);
  }
}
