import { randomUUID } from "node:crypto";

import { plainValue, valuesOf } from "../../dlp/answer/requestValues.ts";
import type { DlpRules } from "../../dlp/dlpRules.ts";
import type { FoundKind } from "../../shared/guarded/sensitiveKinds.ts";
import type { Fields } from "../formats/base/fields.ts";
import { valueHash } from "../formats/base/valueHash.ts";
import type { HeldBody } from "../formats/heldBody.ts";

/** Bytes of requests that are compared letter by letter for one answer. */
const maxCompared = 64 * 1024 * 1024;
const leastLength = 6;

/** The request as the person sent it. */
export interface SentRequest {
  readonly fields: Fields;
  readonly held?: HeldBody;
}

/** Values of the person's own request. A small request is searched only if its answer has a value. */
export class KnownValues {
  readonly #key = randomUUID();
  readonly #request: SentRequest;
  readonly #rules: DlpRules;
  readonly #inBody: Promise<readonly string[]> | undefined;
  #hashes: ReadonlySet<string> | undefined;
  #bytes: Buffer | undefined;
  #compared = 0;

  constructor(request: SentRequest, rules: DlpRules) {
    this.#request = request;
    this.#rules = rules;
    this.#inBody = request.held?.values({ own: rules.own ?? [] }, this.#key);
    // A failure here must not end the process before `ready`.
    this.#inBody?.catch(() => undefined);
  }

  /** Call before `has`. If the search of a large request fails, an answer shows only what it repeats letter by letter. */
  async ready(): Promise<void> {
    const hashes = await this.#inBody?.catch((): readonly string[] => []);
    this.#hashes = hashes && new Set(hashes);
  }

  has(kind: FoundKind, value: string): boolean {
    this.#hashes ??= new Set(
      [...valuesOf(this.#request.fields, this.#rules)].map((known) => valueHash(this.#key, known)),
    );
    const hash = valueHash(this.#key, plainValue(kind, value));
    return this.#hashes.has(hash) || this.#isWritten(value);
  }

  /** True if the request has these letters; only the answer may have the name that makes them a password. */
  #isWritten(value: string): boolean {
    const { held, fields } = this.#request;
    this.#bytes ??= held
      ? Buffer.from(held.bytes.buffer, held.bytes.byteOffset, held.bytes.length)
      : Buffer.from(JSON.stringify(fields));
    this.#compared += this.#bytes.length;
    return (
      value.length >= leastLength &&
      this.#compared <= maxCompared &&
      this.#bytes.includes(JSON.stringify(value).slice(1, -1))
    );
  }
}
