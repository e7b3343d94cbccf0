import type { Attachment } from "../../../context/attachment.ts";
import type { FuzzyMatch } from "../../../context/fuzzy.ts";
import type { ContextItem, ContextSource } from "../../../shared/calls/contextCalls.ts";

/**
 * An item that can be attached to a message. Its names come from outside and are only shown as
 * text.
 */
export interface Offer {
  readonly source: ContextSource;
  readonly label: string;
  readonly detail: string;
  /**
   * Several for a folder that is added file by file; empty if there was nothing to attach, which
   * the person was notified of.
   */
  readonly attach: () => Promise<readonly Attachment[]>;
}

export interface RankedOffer {
  readonly offer: Offer;
  readonly match: FuzzyMatch;
}

const maxKept = 2_000;

/** The offers sent to pages, by id, so that a page can only choose an existing offer. */
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
