import { randomUUID } from "node:crypto";

import { plainValue, valuesOf } from "../../dlp/answer/requestValues.ts";
import type { DlpRules } from "../../dlp/dlpRules.ts";
import type { FoundKind } from "../../shared/guarded/sensitiveKinds.ts";
import type { Fields } from "../formats/base/fields.ts";
import { valueHash } from "../formats/base/valueHash.ts";
import type { HeldBody } from "../formats/heldBody.ts";

/** The request as the person sent it. */
export interface SentRequest {
  readonly fields: Fields;
  readonly held?: HeldBody;
}

/** Values of the person's own request. A small request is searched only if its answer has a value. */
export class KnownValues {
  readonly #key = randomUUID();
  readonly #fields: Fields;
  readonly #rules: DlpRules;
  readonly #inBody: Promise<readonly string[]> | undefined;
  #hashes: ReadonlySet<string> | undefined;

  constructor({ fields, held }: SentRequest, rules: DlpRules) {
    this.#fields = fields;
    this.#rules = rules;
    this.#inBody = held?.values({ own: rules.own ?? [] }, this.#key);
    // `ready` reports the failure.
    this.#inBody?.catch(() => undefined);
  }

  /** Call before `has`. */
  async ready(): Promise<void> {
    const hashes = await this.#inBody;
    this.#hashes = hashes && new Set(hashes);
  }

  has(kind: FoundKind, value: string): boolean {
    this.#hashes ??= new Set(
      [...valuesOf(this.#fields, this.#rules)].map((known) => valueHash(this.#key, known)),
    );
    return this.#hashes.has(valueHash(this.#key, plainValue(kind, value)));
  }
}
