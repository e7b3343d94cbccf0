import type { Clock } from "../../shared/base/clock.ts";
import type { UpstreamRecord } from "../store/records.ts";
import type { RecordStore } from "../store/store.ts";
import { timeBetween } from "../values/timeBetween.ts";
import { KeyMemory, type KeyReports } from "./keyMemory.ts";
import { Upstream } from "./upstream.ts";
import type { UpstreamConfig } from "./upstreamConfig.ts";
import type { UpstreamKeys } from "./upstreamKeys.ts";

export interface RecordedUpstreamsDeps {
  readonly records: Pick<RecordStore, "list" | "version">;
  readonly clock: Clock;
  readonly keys: Pick<UpstreamKeys, "ofRecords">;
  readonly reports: KeyReports;
}

interface Known {
  readonly record: string;
  readonly id: string;
  readonly upstream: Upstream;
}

const versionAgeMs = 1_000;

export class RecordedUpstreams {
  readonly #deps: RecordedUpstreamsDeps;
  readonly #memory: KeyMemory;
  #records: readonly UpstreamRecord[] = [];
  #known: readonly Known[] = [];
  #version: number | undefined;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(deps: RecordedUpstreamsDeps) {
    this.#deps = deps;
    this.#memory = new KeyMemory(deps.reports);
  }

  get keyProblems(): number {
    return this.#memory.problems;
  }

  async list(): Promise<readonly Upstream[]> {
    await this.#refresh();
    return this.#known.map(({ upstream }) => upstream);
  }

  async find(id: string): Promise<Upstream | undefined> {
    await this.#refresh();
    return this.#known.find((known) => known.id === id)?.upstream;
  }

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
      this.#records = await records.list("upstream");
      this.#version = version;
    }
    this.#openAll();
    this.#readAt = readAt;
  }

  /** Opens all upstreams again, because key files may change while the records do not. */
  #openAll(): void {
    const read = this.#deps.keys.ofRecords(this.#records);
    const active = this.#records.filter(({ isActive }) => isActive);
    const keys = this.#memory.update(
      active.map(({ id, name, keyFrom }) => ({
        name,
        source: keyFrom,
        read: read.get(id) ?? { key: undefined },
      })),
    );
    this.#known = active.map((record) => this.#open(record, keys.get(record.name)));
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
