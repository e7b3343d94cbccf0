import type { Doubt } from "../shared/guarded/doubts.ts";
import type { DlpAction, DlpKind, DlpPolicy } from "../shared/guarded/sensitiveKinds.ts";
import { bodyPlace, Inspection } from "./inspection.ts";

export interface FieldFinding {
  readonly kind: DlpKind;
  readonly count: number;
  /** As `messages[2].content[0].text`. Never a value: a key that is not a plain name is `*`. */
  readonly field: string;
  readonly action: DlpAction;
  /** Why a value only alerts although the policy blocks its kind. */
  readonly doubt?: Doubt;
}

export interface DlpVerdict {
  /** The strongest action; `allow` without findings. */
  readonly action: DlpAction;
  readonly findings: readonly FieldFinding[];
  /** The masked body; the same object if nothing was masked. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Applies a policy to a parsed request of any format: every string, number and key at any depth,
 * base64 and hexadecimal of text, and values split over text parts. Binary data is left alone. A
 * `possible` finding is masked where the policy masks, and alerts where it blocks. A value that
 * must be masked but cannot be (in bytes that are not all UTF-8) blocks. A masked number becomes a
 * string.
 * @throws RangeError for a body nested deeper than 500: the caller blocks uninspectable bodies.
 */
export function inspectRequest(
  body: Readonly<Record<string, unknown>>,
  policy: DlpPolicy,
): DlpVerdict {
  const inspection = new Inspection(policy);
  const masked = inspection.object(body, bodyPlace);
  return { action: inspection.action, findings: inspection.findings, body: masked };
}
