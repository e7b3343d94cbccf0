import type { DlpRules } from "../../../dlp/dlpRules.ts";
import type { DlpVerdict, FieldFinding } from "../../../dlp/scanRequest.ts";
import { type DlpAction, dlpActions } from "../../../shared/guarded/sensitiveKinds.ts";
import type { Fields } from "../../formats/base/fields.ts";
import type { HeldBody } from "../../formats/heldBody.ts";
import { headerText } from "../../http/headerText.ts";
import { withoutMaskedThoughts } from "./maskedThoughts.ts";

export type Inspect = (body: Fields, policy: DlpRules) => DlpVerdict;

export interface Inspected {
  readonly fields: Fields;
  readonly asWritten?: Fields;
  readonly held?: HeldBody;
  readonly labels?: Fields;
}

export type Verdict = DlpVerdict & { readonly held?: HeldBody };

/** Inspects all texts. Values that are sent as written cannot be masked, so they block. */
export function inspectAll(
  { fields, asWritten }: Pick<Inspected, "fields" | "asWritten">,
  policy: DlpRules,
  inspect: Inspect,
): DlpVerdict {
  const inspected = inspect(fields, policy);
  const verdict = { ...inspected, body: withoutMaskedThoughts(fields, inspected.body) };
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
  return { ...verdict, action, findings };
}

/** Adds findings in labels, which are stored and not sent on. */
export function withLabels(verdict: Verdict, labels: DlpVerdict): Verdict {
  const findings = [...verdict.findings, ...labels.findings];
  return labels.findings.length === 0
    ? verdict
    : { ...verdict, findings, action: strongestOf(findings) };
}

/** Without a model in house, `route` is `block`. */
export function asBlocked({ findings, ...verdict }: Verdict): Verdict {
  return {
    ...verdict,
    action: "block",
    findings: findings.map((finding) =>
      finding.action === "route" ? { ...finding, action: "block" } : finding,
    ),
  };
}

function strongestOf(findings: readonly FieldFinding[]): DlpAction {
  return (
    dlpActions.findLast((action) => findings.some((finding) => finding.action === action)) ??
    "allow"
  );
}

const maxTold = 100;

/** The findings to report. `isOnTrial`: those of kinds that are only counted; otherwise all others. */
export function toldFindings(
  findings: readonly FieldFinding[],
  isOnTrial = false,
): readonly Omit<FieldFinding, "action">[] {
  return findings
    .filter((finding) => (finding.action === "allow") === isOnTrial)
    .slice(0, maxTold)
    .map(({ kind, count, field, doubt, secret }) => ({
      kind,
      count,
      field,
      ...(doubt && { doubt }),
      ...(secret && { secret }),
    }));
}

export function typesOf(findings: readonly FieldFinding[], action: DlpAction): string {
  const kinds = findings.filter((finding) => finding.action === action).map(({ kind }) => kind);
  return [...new Set(kinds)].join(",");
}

/** The header, as `mask;types=cpf, alert;types=email,card;why=card:trial`. */
export function dlpHeader(findings: readonly FieldFinding[]): Readonly<Record<string, string>> {
  const parts = (["mask", "alert"] as const).flatMap((action) => {
    const types = typesOf(findings, action);
    const doubts = findings.flatMap((finding) =>
      finding.action === action && finding.doubt ? `${finding.kind}:${finding.doubt}` : [],
    );
    const why = doubts.length === 0 ? "" : `;why=${[...new Set(doubts)].join(",")}`;
    return types === "" ? [] : [`${action};types=${types}${why}`];
  });
  return parts.length === 0 ? {} : { "x-hub-dlp": parts.join(", ") };
}

/** What was done in an answer, as `mask;types=cpf,email;counts=2,1, alert;types=phone;counts=1`. */
export function answerHeader(findings: readonly FieldFinding[]): string {
  return (["mask", "alert"] as const)
    .flatMap((action) => {
      const counts = new Map<string, number>();
      for (const { kind, count } of findings.filter((finding) => finding.action === action)) {
        counts.set(kind, (counts.get(kind) ?? 0) + count);
      }
      const types = [...counts.keys()].join(",");
      return types === ""
        ? []
        : [`${action};types=${types};counts=${[...counts.values()].join(",")}`];
    })
    .join(", ");
}

/** The header, as `llama-3;types=cpf`; a request that only stays in house has no types. */
export function routedHeader(
  model: string,
  findings: readonly FieldFinding[],
): Readonly<Record<string, string>> {
  return { "x-hub-routed": `${headerText(model)};types=${typesOf(findings, "route")}` };
}
