import { fileText } from "../../dlp/files/fileText.ts";
import type { Finding } from "../../dlp/find/finding.ts";
import { findersInUse } from "../../dlp/findersInUse.ts";
import { scanNamed } from "../../dlp/scanNamed.ts";
import { scanOutbound } from "../../dlp/scanOutbound.ts";
import { KnownValues } from "./knownValues.ts";
import type { RequestText } from "./requestTexts.ts";

const maxRemembered = 16_000_000;
const maxNamed = 10_000;
const maxPictures = 50;

type ScannedPicture = ReturnType<typeof fileText>;

interface JsonValues {
  readonly json: string;
  readonly known: KnownValues;
  readonly findings: ReadonlyMap<string, Finding>;
}

export class TextScanner {
  readonly #remembered = new Map<string, readonly Finding[]>();
  #size = 0;
  #own = findersInUse();
  #last: JsonValues | undefined;
  readonly #pictures = new Map<string, ScannedPicture>();

  /** The texts in a picture, such as its comments. */
  picture(base64: string): ScannedPicture {
    const known = this.#pictures.get(base64);
    if (known) {
      return known;
    }
    if (this.#pictures.size >= maxPictures) {
      this.#pictures.clear();
    }
    const read = fileText(base64);
    this.#pictures.set(base64, read);
    return read;
  }

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

  scanRequestText({ text, name, json, cut = [] }: RequestText): readonly Finding[] {
    if (cut.length > 0) {
      return apart([...this.scan(text), ...cut]);
    }
    if (name === undefined || json === undefined || text.length > maxNamed) {
      return this.scan(text);
    }
    const { known, findings } = this.#valuesOf(json);
    const around = [...known.placesIn(text)].flatMap(({ start, value }) => {
      const finding = findings.get(value);
      return finding ? [{ ...finding, start, end: start + value.length }] : [];
    });
    return apart([...this.scan(text), ...scanNamed(text, name, findersInUse()), ...around]);
  }

  /** The values of a call's arguments, read once for all texts in them. */
  #valuesOf(json: string): JsonValues {
    if (this.#last?.json !== json) {
      const findings = new Map<string, Finding>();
      for (const finding of this.scan(json)) {
        findings.set(json.slice(finding.start, finding.end), finding);
      }
      this.#last = { json, findings, known: new KnownValues(findings.keys()) };
    }
    return this.#last;
  }

  /** Empties the cache if the hub's own kinds changed. */
  #forgetOther(own: ReturnType<typeof findersInUse>): void {
    if (own !== this.#own) {
      this.#own = own;
      this.#last = undefined;
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

/** Drops overlapping findings; of two the certain one stays, then the first, then the longer one. */
function apart(findings: readonly Finding[]): readonly Finding[] {
  const sorted = findings.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const certain = withoutOverlap(sorted.filter(({ certainty }) => certainty === "certain"));
  let at = 0;
  const beside = sorted.filter(({ certainty, start, end }) => {
    while ((certain[at]?.end ?? Number.POSITIVE_INFINITY) <= start) {
      at += 1;
    }
    return certainty !== "certain" && (certain[at]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
  return [...certain, ...withoutOverlap(beside)].toSorted((one, other) => one.start - other.start);
}

function withoutOverlap(sorted: readonly Finding[]): readonly Finding[] {
  let done = 0;
  return sorted.filter(({ start, end }) => {
    const isFree = start >= done;
    done = isFree ? end : done;
    return isFree;
  });
}
