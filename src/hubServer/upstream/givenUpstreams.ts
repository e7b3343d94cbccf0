import type { Clock } from "../../shared/base/clock.ts";
import { timeBetween } from "../values/timeBetween.ts";
import { KeyMemory, type KeyReports } from "./keyMemory.ts";
import { Upstream } from "./upstream.ts";
import type { UpstreamConfig } from "./upstreamConfig.ts";
import type { UpstreamKeys } from "./upstreamKeys.ts";

const keyAgeMs = 1_000;

export class GivenUpstreams {
  readonly #clock: Clock;
  readonly #keys: UpstreamKeys;
  readonly #memory: KeyMemory;
  #open: readonly { readonly config: UpstreamConfig; readonly upstream: Upstream }[];
  #readAt = -Infinity;

  constructor(
    configs: readonly UpstreamConfig[],
    deps: { readonly clock: Clock; readonly keys: UpstreamKeys; readonly reports: KeyReports },
  ) {
    this.#clock = deps.clock;
    this.#keys = deps.keys;
    this.#memory = new KeyMemory(deps.reports);
    this.#memory.update(
      configs.map(({ name, key, keyFrom }) => ({ name, source: keyFrom, read: { key } })),
    );
    this.#open = configs.map((config) => ({
      config,
      upstream: new Upstream(config, deps.clock),
    }));
  }

  get keyProblems(): number {
    return this.#memory.problems;
  }

  list(): readonly Upstream[] {
    const now = this.#clock.now();
    if (timeBetween(this.#readAt, now) >= keyAgeMs) {
      this.#readAt = now;
      this.#readKeys();
    }
    return this.#open.map(({ upstream }) => upstream);
  }

  #readKeys(): void {
    const keys = this.#memory.update(
      this.#open.map(({ config }) => ({
        name: config.name,
        source: config.keyFrom,
        read: this.#keys.ofGiven(config),
      })),
    );
    this.#open = this.#open.map((open) => {
      const key = keys.get(open.config.name);
      const config = { ...open.config, key };
      return key === open.config.key
        ? open
        : { config, upstream: new Upstream(config, this.#clock) };
    });
  }
}
