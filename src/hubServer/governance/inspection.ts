import type { DlpVerdict, FieldFinding } from "../../dlp/scanRequest.ts";
import type { DlpAction, DlpPolicy } from "../../shared/sensitiveKinds.ts";
import type { Fields } from "../formats/fields.ts";
import type { HeldBody } from "../formats/heldBody.ts";

/** Looks through a request's body; throws for what it cannot look through. */
export type Inspect = (body: Fields, policy: DlpPolicy) => DlpVerdict;

/** What a request sends on. */
export interface Inspected {
  readonly fields: Fields;
  /** What goes on as it is written, beside the fields: headers, and numbers that parsing changes. */
  readonly asWritten?: Fields;
  /** A large body, which inspects itself in another thread. */
  readonly held?: HeldBody;
}

/** With the large body that is to go on, where it is one. */
export type Verdict = DlpVerdict & { readonly held?: HeldBody };

/** The verdict on the whole request. What must be masked and goes on as it is written is blocked. */
export function inspectAll(
  { fields, asWritten }: Omit<Inspected, "held">,
  policy: DlpPolicy,
  inspect: Inspect,
): DlpVerdict {
  const verdict = inspect(fields, policy);
  const beside = asWritten ? inspect(asWritten, policy).findings : [];
  if (beside.length === 0) {
    return verdict;
  }
  const findings = [
    ...verdict.findings,
    ...beside.map((finding) =>
      finding.action === "mask" ? ({ ...finding, action: "block" } as const) : finding,
    ),
  ];
  const action = strongestOf(findings);
  return { action, findings, body: verdict.body };
}

function strongestOf(findings: readonly FieldFinding[]): DlpAction {
  const order: readonly DlpAction[] = ["block", "mask", "alert"];
  return order.find((action) => findings.some((finding) => finding.action === action)) ?? "allow";
}

/** A body may have any number of fields with findings: these many are told one by one. */
const maxTold = 100;

/** What the audit and a client are told of findings: their kinds, numbers and places, never a value. */
export function toldFindings(
  findings: readonly FieldFinding[],
): readonly Omit<FieldFinding, "action">[] {
  return findings.slice(0, maxTold).map(({ kind, count, field }) => ({ kind, count, field }));
}

/** As `cpf,email`, of the findings with this action. */
export function typesOf(findings: readonly FieldFinding[], action: DlpAction): string {
  const kinds = findings.filter((finding) => finding.action === action).map(({ kind }) => kind);
  return [...new Set(kinds)].join(",");
}

/** As `mask;types=cpf, alert;types=email`; undefined where there is nothing to tell. */
export function dlpHeader(findings: readonly FieldFinding[]): string | undefined {
  const parts = (["mask", "alert"] as const).flatMap((action) => {
    const types = typesOf(findings, action);
    return types === "" ? [] : [`${action};types=${types}`];
  });
  return parts.length === 0 ? undefined : parts.join(", ");
}
