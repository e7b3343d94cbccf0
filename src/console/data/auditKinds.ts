/** The kinds of entries that the hub writes; one that is not here is shown by its own name. */
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

/** Those that tell of something refused, found or broken. */
export const securityKinds: readonly AuditKindName[] = auditKinds.slice(1, 9);

export function kindLook(kind: string): "good" | "warn" | "bad" | "plain" {
  if (/^(?:dlp\.block|policy\.deny|budget\.deny|auth\.fail)$/u.test(kind)) {
    return "bad";
  }
  return /^(?:dlp\.alert|budget\.threshold|rate\.limit|stream\.abort)$/u.test(kind)
    ? "warn"
    : "plain";
}
