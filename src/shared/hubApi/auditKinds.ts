export const securityKinds = [
  "dlp.block",
  "dlp.alert",
  "policy.deny",
  "budget.deny",
  "budget.threshold",
  "rate.limit",
  "auth.fail",
  "stream.abort",
] as const;

export const auditKinds = [
  "usage",
  "run.end",
  ...securityKinds,
  "token.create",
  "token.revoke",
  "admin.change",
  "records.state",
  "chain.checkpoint",
] as const;

export type AuditKind = (typeof auditKinds)[number];
