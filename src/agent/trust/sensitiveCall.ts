import { placeholdersIn } from "../../chat/protection/placeholders.ts";
import type { Finding } from "../../dlp/find/finding.ts";
import type { DlpMode } from "../../shared/guarded/protection.ts";
import type { DlpKind } from "../../shared/guarded/sensitiveKinds.ts";

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

/** What the data protection says of a text that could leave this machine. */
export interface SentVerdict {
  readonly findings: readonly SensitiveCount[];
  /** `unknownToken`: a token for a masked value did not become its value, because nobody knows it or an address has it. */
  readonly refusal?: "blocked" | "unknownToken";
}

/** Without data protection there is nothing to say. */
export function judgeSent(text: string, check: SensitiveCheck | undefined): SentVerdict {
  if (check === undefined || check.mode() === "off") {
    return { findings: [] };
  }
  const findings = sensitiveCounts(text, check);
  if (placeholdersIn(text).length > 0) {
    return { findings, refusal: "unknownToken" };
  }
  return findings.length > 0 && check.mode() === "block"
    ? { findings, refusal: "blocked" }
    : { findings };
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
