/**
 * The kinds of audit entries that the hub writes. The page shows an unknown kind by its own name.
 */
export const auditKinds = [
  "usage",
  "dlp.block",
  "dlp.alert",
  "policy.deny",
  "budget.deny",
  "budget.threshold",
  "rate.limit",
  "auth.fail",
  "stream.abort",
  "token.create",
  "token.revoke",
  "admin.change",
  "chain.checkpoint",
] as const;

export type AuditKindName = (typeof auditKinds)[number];

/** The kinds that report a refusal, a finding of sensitive data or a failure. */
export const securityKinds: readonly AuditKindName[] = [
  "dlp.block",
  "dlp.alert",
  "policy.deny",
  "budget.deny",
  "budget.threshold",
  "rate.limit",
  "auth.fail",
  "stream.abort",
];

export function kindLook(kind: string): "good" | "warn" | "bad" | "plain" {
  if (/^(?:dlp\.block|policy\.deny|budget\.deny|auth\.fail)$/u.test(kind)) {
    return "bad";
  }
  return /^(?:dlp\.alert|budget\.threshold|rate\.limit|stream\.abort)$/u.test(kind)
    ? "warn"
    : "plain";
}
