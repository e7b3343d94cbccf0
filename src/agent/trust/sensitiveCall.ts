import type { Finding } from "../../dlp/finding.ts";
import type { DlpMode } from "../../shared/protection.ts";
import type { DlpKind } from "../../shared/sensitiveKinds.ts";

/** The data protection, as far as it decides about calls that could send something away. */
export interface SensitiveCheck {
  readonly mode: () => DlpMode;
  readonly scan: (text: string) => readonly Finding[];
}

/** How many values of one kind there are. */
export interface SensitiveCount {
  readonly kind: DlpKind;
  readonly count: number;
}

/**
 * The sensitive values of a command, or of the arguments of a tool server. Where everything is masked, a possible value
 * counts as well, because its token became a value again.
 */
export function sensitiveCounts(
  text: string,
  { mode, scan }: SensitiveCheck,
): readonly SensitiveCount[] {
  const now = mode();
  if (now === "off") {
    return [];
  }
  const counts = new Map<DlpKind, number>();
  for (const { kind, certainty } of scan(text)) {
    if (certainty === "certain" || now === "mask") {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return [...counts].map(([kind, count]) => ({ kind, count }));
}
