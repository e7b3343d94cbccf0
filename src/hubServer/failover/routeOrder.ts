import { createHash } from "node:crypto";

import type { ModelRoute } from "../models/modelSource.ts";

/** Weighted rendezvous hashing: a key has the same order in every process. */
export function routeOrder(routes: readonly ModelRoute[], key: string): readonly ModelRoute[] {
  const shared = routes.filter(({ weight }) => weight > 0);
  if (shared.length < 2) {
    return [...shared, ...routes.filter(({ weight }) => weight <= 0)];
  }
  const rankOf = new Map(
    shared.map((route) => [route, -Math.log(fraction(`${key}\n${route.name}`)) / route.weight]),
  );
  return [
    ...shared.toSorted((one, other) => (rankOf.get(one) ?? 0) - (rankOf.get(other) ?? 0)),
    ...routes.filter(({ weight }) => weight <= 0),
  ];
}

function fraction(text: string): number {
  return (createHash("sha256").update(text).digest().readUInt32BE() + 0.5) / 2 ** 32;
}
