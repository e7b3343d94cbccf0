import { isRecord } from "../shared/base/json.ts";
import type { Doubt } from "../shared/guarded/doubts.ts";
import type { SecretName } from "../shared/guarded/secretNames.ts";
import {
  type DlpAction,
  dlpActions,
  type FoundKind,
  isOwnKind,
} from "../shared/guarded/sensitiveKinds.ts";
import { type CutValues, findCutValues } from "./cutValues.ts";
import { actionOf, type DlpRules, findersOf, isOff } from "./dlpRules.ts";
import { encodedAgain } from "./encode/encodedAgain.ts";
import { encodedTextsIn, maxEncodings } from "./encode/encodedText.ts";
import { FileReader } from "./files/fileReader.ts";
import { type CarriedFile, filesIn } from "./files/filesIn.ts";
import type { ReadPdf } from "./files/pdfReading.ts";
import type { UnreadFile } from "./files/unreadFile.ts";
import type { Finding } from "./find/scanText.ts";
import { maskJsonText } from "./mask/maskText.ts";
import type { OwnFinder } from "./own/ownFinder.ts";
import { pathOf, type Place } from "./place.ts";
import { scanNamed } from "./scanNamed.ts";
import {
  bytesIn,
  findAcrossParts,
  hasEncodedText,
  keyOfText,
  startOfEncoded,
} from "./textParts.ts";
import { placeOfField, placeOfPart } from "./textPlace.ts";

interface Tally {
  readonly kind: FoundKind;
  readonly field: string;
  readonly action: DlpAction;
  readonly doubt?: Doubt;
  readonly secret?: SecretName;
  count: number;
}

interface TextOptions {
  readonly split?: readonly Finding[];
  readonly inside?: readonly Finding[];
  readonly encodings?: number;
}

const maxDepth = 500;
const leastNumber = 10_000_000;
/** A mask may turn its neighbouring text into a value, so the text is searched again, at most this often. */
const maxPasses = 4;

/** Walks over one body: collects findings and builds the masked body. */
export class Inspection {
  readonly #policy: DlpRules;
  readonly #own: readonly OwnFinder[];
  readonly #tallies = new Map<string, Tally>();
  readonly #isOff: boolean;
  readonly #files: FileReader;
  readonly unread: UnreadFile[] = [];
  #cut: CutValues = new Map();

  constructor(policy: DlpRules, readPdf?: ReadPdf) {
    this.#files = new FileReader(readPdf);
    this.#policy = policy;
    this.#isOff = isOff(policy);
    this.#own = findersOf(policy);
  }

  get findings(): readonly Readonly<Tally>[] {
    return [...this.#tallies.values()];
  }

  get action(): DlpAction {
    return this.findings.reduce<DlpAction>(
      (strongest, { action }) =>
        dlpActions.indexOf(action) > dlpActions.indexOf(strongest) ? action : strongest,
      "allow",
    );
  }

  object(
    value: Readonly<Record<string, unknown>>,
    place: Place,
    split: readonly Finding[] = [],
  ): Readonly<Record<string, unknown>> {
    if (this.#isOff) {
      return value;
    }
    const read = filesIn(value, place.name).filter((file) => this.#file(file, place));
    const ways = new Map<string, TextOptions>(
      read.map(({ key }) => [key, { encodings: maxEncodings }]),
    );
    const original = Object.entries(value);
    const ownPlace = placeOfPart(value) ?? place.where;
    const around = place.above === undefined ? findAroundCursor(value, this.#own) : {};
    this.#cut = place.above === undefined ? findCutValues(value) : this.#cut;
    const cut = this.#cut.get(value);
    const splitKey = split.length === 0 ? undefined : keyOfText(value);
    if (splitKey !== undefined && hasEncodedText(value, splitKey)) {
      ways.set(splitKey, { inside: split });
    }
    const entries = original.map(([key, item]) => {
      const where = (place.above ? undefined : placeOfField(key)) ?? ownPlace;
      const below = { above: place, step: key, name: key, depth: place.depth + 1, where };
      const pieces = [
        ...(key === splitKey ? split : Object.hasOwn(around, key) ? (around[key] ?? []) : []),
        ...(cut?.get(key) ?? []),
      ];
      const masked = this.#text(key, { ...below, name: "" });
      const way = ways.get(key);
      return way && typeof item === "string"
        ? ([masked, this.#text(item, below, way)] as const)
        : ([masked, this.#value(item, below, pieces)] as const);
    });
    const isSame = entries.every(
      ([key, item], at) => key === original[at]?.[0] && Object.is(item, original[at][1]),
    );
    return isSame ? value : Object.fromEntries(withDistinctKeys(entries));
  }

  #value(value: unknown, place: Place, split: readonly Finding[] = []): unknown {
    if (place.depth > maxDepth) {
      throw new RangeError(`A request nested deeper than ${maxDepth} cannot be inspected.`);
    }
    if (typeof value === "string") {
      return this.#text(value, place, { split });
    }
    if (typeof value === "number") {
      if (Number.isInteger(value) && Math.abs(value) < leastNumber) {
        return value;
      }
      const digits = String(value);
      const masked = this.#text(digits, place);
      return masked === digits ? value : masked;
    }
    if (Array.isArray(value)) {
      return this.#array(value, place);
    }
    return isRecord(value) ? this.object(value, place, split) : value;
  }

  #array(items: readonly unknown[], place: Place): readonly unknown[] {
    const bytes = bytesIn(items);
    if (bytes !== undefined) {
      const masked = this.#text(bytes, place);
      return masked === bytes ? items : [masked];
    }
    const split = findAcrossParts(place.name === "content" ? items.map(asPart) : items, this.#own);
    const cut = this.#cut.get(items);
    const masked = items.map((item, index) =>
      this.#value(
        item,
        {
          above: place,
          step: index,
          name: place.name,
          depth: place.depth + 1,
          where: place.where,
        },
        [...(split[index] ?? []), ...(cut?.get(index) ?? [])],
      ),
    );
    return masked.every((item, index) => Object.is(item, items[index])) ? items : masked;
  }

  #text(
    text: string,
    place: Place,
    { split = [], inside = [], encodings = 0 }: TextOptions = {},
  ): string {
    const whole = scanNamed(text, place.name, this.#own);
    const findings = split.length === 0 ? whole : [...whole, ...split];
    let masked = findings.length === 0 ? text : this.#apply(text, findings, place, dlpActions);
    for (let pass = 1, last = text; pass < maxPasses && masked !== last; pass += 1) {
      last = masked;
      masked = this.#apply(masked, scanNamed(masked, place.name, this.#own), place, ["mask"]);
    }
    return encodings < maxEncodings ? this.#encoded(masked, place, { inside, encodings }) : masked;
  }

  #apply(
    text: string,
    findings: readonly Finding[],
    place: Place,
    counted: readonly DlpAction[],
  ): string {
    const toMask = findings.filter((finding) => {
      const action = this.#actionOn(finding, place);
      const isCounted = action !== "allow" || isOwnKind(finding.kind);
      if (isCounted && counted.includes(action)) {
        this.#count(finding, place, action);
      }
      return action === "mask";
    });
    return toMask.length === 0 ? text : maskJsonText(text, toMask);
  }

  #encoded(
    text: string,
    place: Place,
    { inside, encodings }: Required<Omit<TextOptions, "split">>,
  ): string {
    const insideAt = startOfEncoded(text);
    let result = "";
    let done = 0;
    for (const { start, end, text: inner, encoding, form } of encodedTextsIn(text)) {
      if (start < done) {
        continue;
      }
      const split = start === insideAt ? inside : [];
      const masked = this.#text(inner, place, { split, encodings: encodings + 1 });
      if (masked !== inner && encoding) {
        result += text.slice(done, start);
        result += encodedAgain(text.slice(start, end), masked, { encoding, form });
        done = end;
      } else if (masked !== inner) {
        this.#escalate(pathOf(place));
      }
    }
    return done === 0 ? text : result + text.slice(done);
  }

  /**
   * A file cannot be rewritten, so a value that would be masked blocks. @returns true if its bytes have no other text:
   * compressed streams of a PDF look like addresses.
   */
  #file({ key, bytes }: CarriedFile, above: Place): boolean {
    const place = { above, step: key, name: "", depth: above.depth + 1, where: "files" } as const;
    const field = pathOf(place);
    const { file, unread } = bytes
      ? this.#files.read(bytes, (text) => {
          if (this.#text(text, place, { encodings: maxEncodings - 1 }) !== text) {
            this.#escalate(field);
          }
        })
      : ({ file: "link", unread: "link" } as const);
    if (unread && (bytes || this.#policy.refusesUnread)) {
      this.unread.push({ file, why: unread, field });
    }
    return file === "pdf" && (unread === undefined || unread === "picture");
  }

  #actionOn({ kind, certainty }: Finding, { where }: Place): DlpAction {
    const action = actionOf(this.#policy, kind, where);
    const isFinal = action === "block" || action === "route";
    return isFinal && certainty === "possible" ? "alert" : action;
  }

  #count({ kind, doubt, secret }: Finding, place: Place, action: DlpAction): void {
    const field = pathOf(place);
    const why = action !== actionOf(this.#policy, kind, place.where) ? doubt : undefined;
    const key = `${kind} ${secret} ${action} ${why} ${field}`;
    const tally = this.#tallies.get(key);
    if (tally) {
      tally.count += 1;
    } else {
      this.#tallies.set(key, {
        kind,
        count: 1,
        field,
        action,
        ...(why && { doubt: why }),
        ...(secret && { secret }),
      });
    }
  }

  #escalate(field: string): void {
    for (const [key, tally] of this.#tallies) {
      if (tally.field === field && tally.action === "mask") {
        this.#tallies.set(key, { ...tally, action: "block" });
      }
    }
  }
}

function asPart(item: unknown): unknown {
  return typeof item === "string" ? { text: item } : item;
}

function findAroundCursor(
  { prompt, suffix }: Readonly<Record<string, unknown>>,
  own: readonly OwnFinder[],
): Readonly<Record<string, readonly Finding[]>> {
  if (typeof prompt !== "string" || typeof suffix !== "string") {
    return {};
  }
  const [before = [], after = []] = findAcrossParts([{ text: prompt }, { text: suffix }], own);
  return { prompt: before, suffix: after };
}

function withDistinctKeys(
  entries: readonly (readonly [key: string, value: unknown])[],
): readonly (readonly [key: string, value: unknown])[] {
  const times = new Map<string, number>();
  return entries.map(([key, value]) => {
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    return [time === 1 ? key : `${key} (${time})`, value];
  });
}
