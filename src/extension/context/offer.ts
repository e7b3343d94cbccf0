import type { Attachment } from "../../context/attachment.ts";
import { type FuzzyMatch, fuzzyMatch } from "../../context/fuzzy.ts";
import type { ContextItem, ContextSource } from "../../shared/calls/contextCalls.ts";

/** Something that may go along with a message. Names in it come from outside and are only ever text. */
export interface Offer {
  readonly source: ContextSource;
  readonly label: string;
  readonly detail: string;
  /** Several where a folder is added file by file; none if there was nothing, which the person was told. */
  readonly attach: () => Promise<readonly Attachment[]>;
}

export interface RankedOffer {
  readonly offer: Offer;
  readonly match: FuzzyMatch;
}

const maxKept = 2_000;

/** What pages were offered, so that they can only choose what there was. */
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
 * The best offers for a query. The label counts most; where only label and detail together have the letters,
 * nothing of the label is marked.
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
