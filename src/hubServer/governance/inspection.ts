import type { DlpVerdict, FieldFinding } from "../../dlp/scanRequest.ts";
import type { DlpAction, DlpPolicy } from "../../shared/sensitiveKinds.ts";
import type { Fields } from "../formats/fields.ts";
import type { HeldBody } from "../formats/heldBody.ts";

/** Inspects a request's body; throws if it cannot be inspected. */
export type Inspect = (body: Fields, policy: DlpPolicy) => DlpVerdict;

/** The content that a request sends on. */
export interface Inspected {
  readonly fields: Fields;
  /** Values sent on exactly as written: headers, and numbers that parsing changes. */
  readonly asWritten?: Fields;
  /** A large body, which another thread inspects. */
  readonly held?: HeldBody;
  /** Texts that the client chose and the hub stores, such as the id of a run. */
  readonly labels?: Fields;
}

/** `held` is the large body to send on, if there is one. */
export type Verdict = DlpVerdict & { readonly held?: HeldBody };

/**
 * The verdict on the whole request. Values sent as written cannot be masked: they are blocked
 * instead.
 */
export function inspectAll(
  { fields, asWritten }: Pick<Inspected, "fields" | "asWritten">,
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

/** The verdict on a request and its labels. Values in labels are stored masked and not sent on. */
export function withLabels(verdict: Verdict, labels: DlpVerdict): Verdict {
  const findings = [...verdict.findings, ...labels.findings];
  return labels.findings.length === 0
    ? verdict
    : { ...verdict, findings, action: strongestOf(findings) };
}

function strongestOf(findings: readonly FieldFinding[]): DlpAction {
  const order: readonly DlpAction[] = ["block", "mask", "alert"];
  return order.find((action) => findings.some((finding) => finding.action === action)) ?? "allow";
}

/** Most findings that are reported singly; a body may have any number. */
const maxTold = 100;

/** The findings as the audit and clients get them: kinds, counts and places, never a value. */
export function toldFindings(
  findings: readonly FieldFinding[],
): readonly Omit<FieldFinding, "action">[] {
  return findings
    .slice(0, maxTold)
    .map(({ kind, count, field, doubt }) => ({ kind, count, field, ...(doubt && { doubt }) }));
}

/** The kinds with this action, as `cpf,email`. */
export function typesOf(findings: readonly FieldFinding[], action: DlpAction): string {
  const kinds = findings.filter((finding) => finding.action === action).map(({ kind }) => kind);
  return [...new Set(kinds)].join(",");
}

/**
 * As `mask;types=cpf, alert;types=email,card;why=card:trial`: `why` says of a kind that the policy
 * blocks why its values only alert. Undefined without such findings.
 */
export function dlpHeader(findings: readonly FieldFinding[]): string | undefined {
  const parts = (["mask", "alert"] as const).flatMap((action) => {
    const types = typesOf(findings, action);
    const doubts = findings.flatMap((finding) =>
      finding.action === action && finding.doubt ? `${finding.kind}:${finding.doubt}` : [],
    );
    const why = doubts.length === 0 ? "" : `;why=${[...new Set(doubts)].join(",")}`;
    return types === "" ? [] : [`${action};types=${types}${why}`];
  });
  return parts.length === 0 ? undefined : parts.join(", ");
}
