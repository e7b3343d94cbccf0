import type { RouteCounts } from "./failover/failover.ts";
import type { RouteSums } from "./failover/routeHealth.ts";
import type { GovernanceEvent } from "./governance/policy/events.ts";

const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

const maxApps = 50;

const micro = 1_000_000;

type Labels = Readonly<Record<string, string>>;

interface Answer {
  readonly route: string;
  readonly status: number;
  readonly app: string;
  readonly seconds: number;
}

export interface MetricGauges {
  readonly keyProblems: () => number;
  readonly routes: () => RouteCounts;
}

const noGauges: MetricGauges = {
  keyProblems: () => 0,
  routes: () => ({ avoidedRoutes: 0, passedOn: 0, routes: [] }),
};

/**
 * Labels have few values: no token or user, no client's path, and only models that an administrator gave several
 * servers.
 */
export class Metrics {
  readonly #requests = new Counter();
  readonly #durations = new Map<string, Histogram>();
  readonly #tokens = new Counter();
  readonly #cost = new Counter();
  readonly #settled = new Counter();
  readonly #denials = new Counter();
  readonly #storeErrors = new Counter();
  readonly #apps = new Set<string>();
  readonly #gauges: MetricGauges;
  #openStreams = 0;

  constructor(gauges: MetricGauges = noGauges) {
    this.#gauges = gauges;
  }

  answered({ route, status, app, seconds }: Answer): void {
    this.#requests.add({ route, status: String(status), app: this.#boundedApp(app) });
    const histogram = this.#durations.get(route) ?? new Histogram();
    this.#durations.set(route, histogram);
    histogram.observe(seconds);
  }

  streamOpened(): () => void {
    this.#openStreams += 1;
    let isOpen = true;
    return () => {
      this.#openStreams -= isOpen ? 1 : 0;
      isOpen = false;
    };
  }

  readonly governed = (event: GovernanceEvent): void => {
    switch (event.kind) {
      case "denied":
        this.#denials.add({ kind: event.reason });
        break;
      case "settled": {
        const { usage, cost, outcome } = event;
        const app = this.#boundedApp(event.subject.app);
        this.#settled.add({ outcome });
        this.#tokens.add({ direction: "input", app }, usage.inputTokens);
        this.#tokens.add({ direction: "output", app }, usage.outputTokens);
        this.#cost.add({ app }, cost / micro);
        break;
      }
      case "storeFailed":
        this.#storeErrors.add({ during: event.during });
        break;
      case "settledTwice":
      case "ungoverned":
        this.#settled.add({ outcome: event.kind });
    }
  };

  text(): string {
    const routes = this.#gauges.routes();
    return [
      ...this.#requests.lines("aihub_requests_total", "Requests answered."),
      ...head("aihub_request_duration_seconds", "histogram", "Time until the answer began."),
      ...[...this.#durations].flatMap(([route, histogram]) =>
        histogram.lines("aihub_request_duration_seconds", { route }),
      ),
      ...head("aihub_open_streams", "gauge", "Streamed answers that run now."),
      `aihub_open_streams ${this.#openStreams}`,
      ...head("aihub_upstream_key_problems", "gauge", "Upstreams whose key cannot be read now."),
      `aihub_upstream_key_problems ${this.#gauges.keyProblems()}`,
      ...head("aihub_avoided_routes", "gauge", "Model servers that failed and are avoided now."),
      `aihub_avoided_routes ${routes.avoidedRoutes}`,
      ...head("aihub_passed_on_total", "counter", "Requests passed on to a model's next server."),
      `aihub_passed_on_total ${routes.passedOn}`,
      ...routeLines(routes.routes),
      ...this.#tokens.lines("aihub_tokens_total", "Tokens that were settled."),
      ...this.#cost.lines("aihub_cost_total", "Cost in the hub's currency."),
      ...this.#settled.lines("aihub_settled_total", "Requests settled, by how they ended."),
      ...this.#denials.lines("aihub_denials_total", "Requests refused, by the kind of rule."),
      ...this.#storeErrors.lines("aihub_store_errors_total", "Failures of the database."),
      "",
    ].join("\n");
  }

  #boundedApp(app: string): string {
    if (!this.#apps.has(app) && this.#apps.size >= maxApps) {
      return "other";
    }
    this.#apps.add(app);
    return app;
  }
}

function routeLines(routes: RouteCounts["routes"]): readonly string[] {
  const linesOf = (name: string, value: (sums: RouteSums) => number, labels: Labels = {}) =>
    routes.map((sums) => `${name}${labelText({ route: sums.route, ...labels })} ${value(sums)}`);
  const attempts = "aihub_route_attempts_total";
  const seconds = "aihub_route_first_text_seconds";
  return [
    ...head("aihub_route_avoided", "gauge", "1 for a server that failed and is avoided now."),
    ...linesOf("aihub_route_avoided", ({ isAvoided }) => Number(isAvoided)),
    ...head(attempts, "counter", "Attempts at a model's servers."),
    ...linesOf(attempts, ({ answered }) => answered, { outcome: "answered" }),
    ...linesOf(attempts, ({ failed }) => failed, { outcome: "failed" }),
    ...head(seconds, "summary", "Time until an answer's first text."),
    ...linesOf(`${seconds}_sum`, (sums) => sums.seconds),
    ...linesOf(`${seconds}_count`, ({ answered }) => answered),
  ];
}

class Counter {
  readonly #values = new Map<string, number>();

  add(labels: Labels, amount = 1): void {
    const key = labelText(labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount);
  }

  lines(name: string, help: string): readonly string[] {
    return [
      ...head(name, "counter", help),
      ...[...this.#values].map(([labels, value]) => `${name}${labels} ${value}`),
    ];
  }
}

class Histogram {
  readonly #counts = buckets.map(() => 0);
  #count = 0;
  #sum = 0;

  observe(value: number): void {
    const first = buckets.findIndex((bound) => value <= bound);
    if (first >= 0) {
      this.#counts[first] = (this.#counts[first] ?? 0) + 1;
    }
    this.#count += 1;
    this.#sum += value;
  }

  lines(name: string, labels: Labels): readonly string[] {
    let below = 0;
    const counts = buckets.map((bound, index) => {
      below += this.#counts[index] ?? 0;
      return `${name}_bucket${labelText({ ...labels, le: String(bound) })} ${below}`;
    });
    return [
      ...counts,
      `${name}_bucket${labelText({ ...labels, le: "+Inf" })} ${this.#count}`,
      `${name}_sum${labelText(labels)} ${this.#sum}`,
      `${name}_count${labelText(labels)} ${this.#count}`,
    ];
  }
}

function head(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${parts.join(",")}}`;
}

function escaped(value: string): string {
  return /["\\\n]/u.test(value) ? withEscapes(value) : value;
}

function withEscapes(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
