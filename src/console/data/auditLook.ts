export function auditLook(kind: string): "good" | "warn" | "bad" | "plain" {
  if (/^(?:dlp\.block|policy\.deny|budget\.deny|auth\.fail)$/u.test(kind)) {
    return "bad";
  }
  return /^(?:dlp\.alert|budget\.threshold|rate\.limit|stream\.abort)$/u.test(kind)
    ? "warn"
    : "plain";
}
