import { placeholdersIn } from "../../chat/protection/placeholders.ts";
import type { Finding } from "../../dlp/find/finding.ts";
import type { DlpMode } from "../../shared/guarded/protection.ts";
import type { FoundKind } from "../../shared/guarded/sensitiveKinds.ts";

export interface SensitiveCheck {
  readonly mode: () => DlpMode;
  readonly scan: (text: string) => readonly Finding[];
}

export interface SensitiveCount {
  readonly kind: FoundKind;
  readonly count: number;
}

/** The verdict of the data protection on a text that could leave this machine. */
export interface SentVerdict {
  readonly findings: readonly SensitiveCount[];
  /** `unknownToken`: a token was not replaced by its value, because it is unknown or in an address. */
  readonly refusal?: "blocked" | "unknownToken";
}

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

/** If everything is masked, doubtful values count as well, because their placeholders were replaced by the values. */
export function sensitiveCounts(
  text: string,
  { mode, scan }: SensitiveCheck,
): readonly SensitiveCount[] {
  const now = mode();
  if (now === "off") {
    return [];
  }
  const counts = new Map<FoundKind, number>();
  for (const { kind, certainty } of scan(text)) {
    if (certainty === "certain" || now === "mask") {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return [...counts].map(([kind, count]) => ({ kind, count }));
}
