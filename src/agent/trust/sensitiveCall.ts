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

/** `restored`: kinds of values that the text got in place of placeholders; the scan may not know them by their form. */
export function judgeSent(
  text: string,
  check: SensitiveCheck | undefined,
  restored: readonly FoundKind[] = [],
): SentVerdict {
  if (check === undefined || (check.mode() === "off" && restored.length === 0)) {
    return { findings: [] };
  }
  const findings = withRestored(sensitiveCounts(text, check), restored);
  if (placeholdersIn(text).length > 0) {
    return { findings, refusal: "unknownToken" };
  }
  return findings.length > 0 && check.mode() === "block"
    ? { findings, refusal: "blocked" }
    : { findings };
}

function withRestored(
  counts: readonly SensitiveCount[],
  restored: readonly FoundKind[],
): readonly SensitiveCount[] {
  const all = new Map(counts.map(({ kind, count }) => [kind, count]));
  for (const kind of new Set(restored)) {
    const times = restored.filter((one) => one === kind).length;
    all.set(kind, Math.max(times, all.get(kind) ?? 0));
  }
  return [...all].map(([kind, count]) => ({ kind, count }));
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
