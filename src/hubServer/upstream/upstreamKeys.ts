import type { UpstreamRecord } from "../store/records.ts";
import { type KeyPolicy, type KeySource, keySourceId, readKey, type ReadKey } from "./keySource.ts";
import type { UpstreamConfig } from "./upstreamConfig.ts";

export interface UpstreamKeysOptions {
  readonly policy: KeyPolicy;
  /** The lab is open to try things: its records get no keys. */
  readonly isLab: boolean;
  /** Upstreams of the command line and the configuration, whose keys no record gets. */
  readonly given: readonly UpstreamConfig[];
}

/** A record without a source has neither key nor problem. */
export type RecordKey = ReadKey | { readonly key: undefined };

const labProblem =
  "This hub is the lab, whose upstreams get no key. Start a hub without --lab to use one.";

/** The keys of upstreams that administrators have entered. One key is never sent to several upstreams. */
export class UpstreamKeys {
  readonly #options: UpstreamKeysOptions;

  constructor(options: UpstreamKeysOptions) {
    this.#options = options;
  }

  /**
   * Why a record may not name this source, in words: it is not one that the operator permits, or one of `others`
   * has it. A source that is empty now is no reason: its key may come later.
   */
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

  /** The key of each record by its id. Of two that name one source, as older versions permitted, the older gets it. */
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
  /** Empty for an upstream that was given when the hub was started. */
  readonly id: string;
  readonly name: string;
}

function sharedProblem(name: string): string {
  return `The upstream ${name} has this key, and one key is for one upstream: give this one a key of its own.`;
}
