import type { Clock } from "../../shared/clock.ts";
import type { UpstreamRecord } from "../store/records.ts";
import type { RecordStore } from "../store/store.ts";
import { timeBetween } from "../values/timeBetween.ts";
import { Upstream } from "./upstream.ts";
import type { UpstreamConfig } from "./upstreamConfig.ts";

export interface RecordedUpstreamsDeps {
  readonly records: Pick<RecordStore, "list" | "version">;
  readonly clock: Clock;
  /** The key of each record, by record id; no entry if the record has no readable key. */
  readonly readKeys: (records: readonly UpstreamRecord[]) => ReadonlyMap<string, string>;
}

interface Known {
  readonly record: string;
  readonly id: string;
  readonly upstream: Upstream;
}

/** A change made by another process is noticed after this time. */
const versionAgeMs = 1_000;

/** The current upstreams of the records. An unchanged record keeps its list of models. */
export class RecordedUpstreams {
  readonly #deps: RecordedUpstreamsDeps;
  #known: readonly Known[] = [];
  #version: number | undefined;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(deps: RecordedUpstreamsDeps) {
    this.#deps = deps;
  }

  async list(): Promise<readonly Upstream[]> {
    await this.#refresh();
    return this.#known.map(({ upstream }) => upstream);
  }

  async find(id: string): Promise<Upstream | undefined> {
    await this.#refresh();
    return this.#known.find((known) => known.id === id)?.upstream;
  }

  /** Call after a change in this process: the records are read again at the next use. */
  forget(): void {
    this.#readAt = -Infinity;
  }

  async #refresh(): Promise<void> {
    if (timeBetween(this.#readAt, this.#deps.clock.now()) >= versionAgeMs) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
  }

  async #read(): Promise<void> {
    const { records, clock } = this.#deps;
    const readAt = clock.now();
    const version = await records.version();
    if (version !== this.#version) {
      const all = await records.list("upstream");
      const keys = this.#deps.readKeys(all);
      this.#known = all
        .filter(({ isActive }) => isActive)
        .map((record) => this.#open(record, keys.get(record.id)));
      this.#version = version;
    }
    this.#readAt = readAt;
  }

  #open(record: UpstreamRecord, key: string | undefined): Known {
    const text = JSON.stringify([record, key]);
    const present = this.#known.find((known) => known.record === text);
    return present ?? { record: text, id: record.id, upstream: this.#upstream(record, key) };
  }

  #upstream({ name, url, format }: UpstreamRecord, key: string | undefined): Upstream {
    const config: UpstreamConfig = { name, url: new URL(url), format, key };
    return new Upstream(config, this.#deps.clock);
  }
}
