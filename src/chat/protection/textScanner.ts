import type { Finding } from "../../dlp/find/finding.ts";
import { findersInUse } from "../../dlp/findersInUse.ts";
import { scanNamed } from "../../dlp/scanNamed.ts";
import { scanOutbound } from "../../dlp/scanOutbound.ts";
import type { RequestText } from "./requestTexts.ts";

const maxRemembered = 16_000_000;
const maxNamed = 10_000;

export class TextScanner {
  readonly #remembered = new Map<string, readonly Finding[]>();
  #size = 0;
  #own = findersInUse();

  scan(text: string): readonly Finding[] {
    this.#forgetOther(findersInUse());
    const known = this.#remembered.get(text);
    if (known) {
      return known;
    }
    const findings = scanOutbound(text);
    this.#remember(text, findings);
    return findings;
  }

  scanRequestText({ text, name, json }: RequestText): readonly Finding[] {
    if (name === undefined || json === undefined || text.length > maxNamed) {
      return this.scan(text);
    }
    const around = this.scan(json).flatMap((finding) => {
      const { start, end } = finding;
      return occurrences(text, json.slice(start, end)).map((at) => ({
        ...finding,
        start: at,
        end: at + end - start,
      }));
    });
    return apart([...this.scan(text), ...scanNamed(text, name, findersInUse()), ...around]);
  }

  /** Empties the cache if the hub's own kinds changed. */
  #forgetOther(own: ReturnType<typeof findersInUse>): void {
    if (own !== this.#own) {
      this.#own = own;
      this.#remembered.clear();
      this.#size = 0;
    }
  }

  #remember(text: string, findings: readonly Finding[]): void {
    this.#remembered.set(text, findings);
    this.#size += text.length;
    for (const [oldest] of this.#remembered) {
      if (this.#size <= maxRemembered) {
        return;
      }
      this.#remembered.delete(oldest);
      this.#size -= oldest.length;
    }
  }
}

function occurrences(text: string, value: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    places.push(at);
  }
  return places;
}

function apart(findings: readonly Finding[]): readonly Finding[] {
  const kept: Finding[] = [];
  const ranked = findings.toSorted(
    (one, other) => rank(one) - rank(other) || one.start - other.start || other.end - one.end,
  );
  for (const finding of ranked) {
    if (kept.every(({ start, end }) => finding.end <= start || finding.start >= end)) {
      kept.push(finding);
    }
  }
  return kept.toSorted((one, other) => one.start - other.start);
}

function rank({ certainty }: Finding): number {
  return certainty === "certain" ? 0 : 1;
}
