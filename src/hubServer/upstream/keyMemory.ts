import type { KeySource } from "./keySource.ts";
import type { RecordKey } from "./upstreamKeys.ts";

export interface KeyReports {
  readonly problem: (text: string) => void;
  readonly solved: (text: string) => void;
}

interface Known {
  readonly source: string;
  readonly key: string | undefined;
  readonly problem: string | undefined;
  readonly warning?: string;
}

/** Keeps the last key of a file while that is missing or damaged, as during a rotation. */
export class KeyMemory {
  readonly #reports: KeyReports;
  #known: ReadonlyMap<string, Known> = new Map();

  constructor(reports: KeyReports) {
    this.#reports = reports;
  }

  get problems(): number {
    return [...this.#known.values()].filter(({ problem }) => problem !== undefined).length;
  }

  update(
    read: readonly {
      readonly name: string;
      readonly source: KeySource | undefined;
      readonly read: RecordKey;
    }[],
  ): ReadonlyMap<string, string | undefined> {
    this.#known = new Map(
      read.map(({ name, source, read: found }) => {
        const next = this.#next(name, JSON.stringify(source ?? null), found);
        this.#report(name, next);
        return [name, next];
      }),
    );
    return new Map([...this.#known].map(([name, { key }]) => [name, key]));
  }

  #next(name: string, source: string, read: RecordKey): Known {
    if (!("problem" in read)) {
      return { ...read, source, problem: undefined };
    }
    const last = this.#known.get(name);
    const stays = read.reason === "missing" && last?.source === source;
    return { source, key: stays ? last.key : undefined, problem: read.problem };
  }

  #report(name: string, { key, problem, warning }: Known): void {
    const last = this.#known.get(name);
    if (warning !== undefined && warning !== last?.warning) {
      this.#reports.problem(`The key of the upstream ${name} is not private: ${warning}`);
    }
    if (problem === last?.problem) {
      return;
    }
    if (problem === undefined) {
      this.#reports.solved(`The key of the upstream ${name} can be read again.`);
    } else if (key === undefined) {
      this.#reports.problem(`The upstream ${name} is asked without a key: ${problem}`);
    } else {
      this.#reports.problem(`The upstream ${name} is asked with its earlier key: ${problem}`);
    }
  }
}
