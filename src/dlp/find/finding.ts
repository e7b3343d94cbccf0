import type { Doubt } from "../../shared/guarded/doubts.ts";
import type { SecretName } from "../../shared/guarded/secretNames.ts";
import type { FoundKind } from "../../shared/guarded/sensitiveKinds.ts";

export interface Finding {
  readonly kind: FoundKind;
  readonly start: number;
  readonly end: number;
  /** Possible: form and check digit are right, but there is a `doubt`. It never blocks. */
  readonly certainty: "certain" | "possible";
  readonly doubt?: Doubt;
  /** The sub-kind of a secret. */
  readonly secret?: SecretName;
}
