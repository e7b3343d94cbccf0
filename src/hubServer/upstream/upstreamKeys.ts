import type { UpstreamRecord } from "../store/records.ts";
import { type KeyPolicy, type KeySource, keySourceId, readKey, type ReadKey } from "./keySource.ts";
import type { UpstreamConfig } from "./upstreamConfig.ts";

export interface UpstreamKeysOptions {
  readonly policy: KeyPolicy;
  /** The lab is open to everybody, so its records get no keys. */
  readonly isLab: boolean;
  readonly given: readonly UpstreamConfig[];
}

export type RecordKey = ReadKey | { readonly key: undefined };

const labProblem =
  "This hub is the lab, whose upstreams get no key. Start a hub without --lab to use one.";

/** Never sends one key to two upstreams. */
export class UpstreamKeys {
  readonly #options: UpstreamKeysOptions;

  constructor(options: UpstreamKeysOptions) {
    this.#options = options;
  }

  /** The reason as a sentence if the operator does not permit the source, or if one of `others` uses it. */
  refusalOf(source: KeySource, others: readonly UpstreamRecord[]): string | undefined {
    const { isLab, policy } = this.#options;
    if (isLab) {
      return labProblem;
    }
    const read = readKey(source, policy);
    if ("problem" in read && read.reason === "forbidden") {
      return read.problem;
    }
    const owner = this.#owners(others).get(keySourceId(source));
    return owner && sharedProblem(owner.name);
  }

  ofGiven({ key, keyFrom }: UpstreamConfig): RecordKey {
    if (keyFrom && "file" in keyFrom) {
      return readKey(keyFrom, this.#options.policy);
    }
    return keyFrom && key === undefined
      ? {
          problem: `The variable ${keyFrom.variable} has no key where the hub runs.`,
          reason: "missing",
        }
      : { key };
  }

  /** If two records name one source, as old versions allowed, the older record gets the key. */
  ofRecords(records: readonly UpstreamRecord[]): ReadonlyMap<string, RecordKey> {
    const owners = this.#owners(records);
    return new Map(records.map((record) => [record.id, this.#keyOf(record, owners)]));
  }

  #keyOf({ id, keyFrom }: UpstreamRecord, owners: ReadonlyMap<string, Owner>): RecordKey {
    const { isLab, policy } = this.#options;
    if (!keyFrom) {
      return { key: undefined };
    }
    if (isLab) {
      return { problem: labProblem, reason: "forbidden" };
    }
    const owner = owners.get(keySourceId(keyFrom));
    return owner && owner.id !== id
      ? { problem: sharedProblem(owner.name), reason: "forbidden" }
      : readKey(keyFrom, policy);
  }

  #owners(records: readonly UpstreamRecord[]): ReadonlyMap<string, Owner> {
    const oldestLast = records.toSorted(
      (one, other) => other.createdAt - one.createdAt || (other.id < one.id ? -1 : 1),
    );
    const given = this.#options.given.map(({ name, keyFrom }) => ({ id: "", name, keyFrom }));
    return new Map(
      [...oldestLast, ...given].flatMap(({ id, name, keyFrom }) =>
        keyFrom ? [[keySourceId(keyFrom), { id, name }] as const] : [],
      ),
    );
  }
}

interface Owner {
  readonly id: string;
  readonly name: string;
}

function sharedProblem(name: string): string {
  return `The upstream ${name} has this key, and one key is for one upstream: give this one a key of its own.`;
}
