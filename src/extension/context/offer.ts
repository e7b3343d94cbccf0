import type { Attachment } from "../../context/attachment.ts";
import { type FuzzyMatch, fuzzyMatch } from "../../context/fuzzy.ts";
import type { ContextItem, ContextSource } from "../../shared/calls/contextCalls.ts";

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

/**
 * The best offers for a query. A match on the label scores higher; for a match on the detail alone,
 * no letters are marked.
 */
export function rankOffers(
  offers: readonly Offer[],
  query: string,
  limit: number,
): readonly RankedOffer[] {
  return offers
    .flatMap((offer): RankedOffer[] => {
      const match = matchOf(offer, query);
      return match ? [{ offer, match }] : [];
    })
    .toSorted((a, b) => b.match.score - a.match.score)
    .slice(0, limit);
}

const detailPenalty = 12;

function matchOf({ label, detail }: Offer, query: string): FuzzyMatch | undefined {
  const onLabel = fuzzyMatch(query, label);
  if (onLabel) {
    return onLabel;
  }
  const onPath = fuzzyMatch(query, detail);
  return onPath && { score: onPath.score - detailPenalty, ranges: [] };
}
