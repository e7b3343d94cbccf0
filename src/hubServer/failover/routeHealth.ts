export interface RouteSums {
  readonly route: string;
  readonly answered: number;
  readonly failed: number;
  readonly seconds: number;
  readonly isAvoided: boolean;
}

type Sums = Omit<RouteSums, "route" | "isAvoided">;

/**
 * The number of routes with their own figures; further routes count as one, so that renamed models do not grow the
 * metrics.
 */
const maxRoutes = 500;

export class RouteHealth {
  readonly #sums = new Map<string, Sums>();

  add(route: string, outcome: "answered" | "failed", seconds: number): void {
    const name = this.#sums.has(route) || this.#sums.size < maxRoutes ? route : "other";
    const before = this.#sums.get(name) ?? { answered: 0, failed: 0, seconds: 0 };
    this.#sums.set(name, {
      ...before,
      [outcome]: before[outcome] + 1,
      seconds: before.seconds + (outcome === "answered" ? seconds : 0),
    });
  }

  all(avoided: ReadonlyMap<string, number>): readonly RouteSums[] {
    return [...this.#sums].map(([route, sums]) => ({
      route,
      ...sums,
      isAvoided: avoided.has(route),
    }));
  }
}
