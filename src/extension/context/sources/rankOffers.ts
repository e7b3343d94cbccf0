import { type FuzzyMatch, fuzzyMatch } from "../../../context/fuzzy.ts";
import type { Offer, RankedOffer } from "./offer.ts";

/** Matches on the label score higher; matches on the detail alone mark no letters. */
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
