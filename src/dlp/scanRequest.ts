import type { Doubt } from "../shared/guarded/doubts.ts";
import type { SecretName } from "../shared/guarded/secretNames.ts";
import type { DlpAction, FoundKind } from "../shared/guarded/sensitiveKinds.ts";
import type { DlpRules } from "./dlpRules.ts";
import type { ReadPdf } from "./files/pdfReading.ts";
import type { UnreadFile } from "./files/unreadFile.ts";
import { Inspection } from "./inspection.ts";
import { bodyPlace } from "./place.ts";

export interface FieldFinding {
  readonly kind: FoundKind;
  readonly count: number;
  /** A path such as `messages[2].content[0].text`. A key that is not a plain name is `*`, so no value appears. */
  readonly field: string;
  /** The action for the value; `allow` for a kind on trial, which is only counted. */
  readonly action: DlpAction;
  readonly doubt?: Doubt;
  /** The sub-kind of a secret. */
  readonly secret?: SecretName;
}

export interface DlpVerdict {
  readonly action: DlpAction;
  readonly findings: readonly FieldFinding[];
  readonly body: Readonly<Record<string, unknown>>;
  /** Absent if every file was searched as a whole. */
  readonly unread?: readonly UnreadFile[];
}

/**
 * Checks every string, number and key at any depth, encoded text, values split over text parts, and the texts of files. A
 * `possible` finding is masked where the policy masks, and alerts where it blocks. A value that cannot be masked
 * blocks. A masked number becomes a string. @throws RangeError for a body nested deeper than 500: the caller blocks it.
 */
export function inspectRequest(
  body: Readonly<Record<string, unknown>>,
  policy: DlpRules,
  readPdf?: ReadPdf,
): DlpVerdict {
  const inspection = new Inspection(policy, readPdf);
  const masked = inspection.object(body, bodyPlace);
  const { action, findings, unread } = inspection;
  return { action, findings, body: masked, ...(unread.length > 0 && { unread }) };
}
