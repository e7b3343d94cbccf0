import type { FoundKind } from "../../shared/guarded/sensitiveKinds.ts";
import { maskOf } from "../../shared/guarded/sensitiveKinds.ts";
import { actionOf, type DlpRules, findersOf } from "../dlpRules.ts";
import { mayHoldValue } from "../find/mayHoldValue.ts";
import { type Finding, scanText } from "../find/scanText.ts";
import type { OwnFinder } from "../own/ownFinder.ts";
import { holdStart, isBlank, maxHeld, openOwnFrom, openWordStart } from "./holdStart.ts";
import { beginsLikeJson, JsonMask } from "./jsonMask.ts";
import { LongSecret, startOfSignedToken } from "./longSecret.ts";

interface AnswerTextOptions {
  readonly rules: DlpRules;
  /** True for arguments of a tool; absent: the text's begin decides. */
  readonly isJson?: boolean;
  /** True if the person's own request has the value. */
  readonly isKnown: (kind: FoundKind, value: string) => boolean;
  readonly onFound: (finding: Finding) => void;
}

/** Characters before a value that may decide about it. */
const context = 160;
/** Names and signs of a value are at most this far before it. */
const nameReach = 64;
const maxStep = 64;
/** Characters that are judged together: fewer at the begin, which a person reads as it comes. */
const batches = { first: 48, later: 192 };
const firstCharacters = 8_192;

/**
 * Masks one text of an answer as it comes. Each decision is at a place that the text alone determines, and uses only
 * text before that place: so the pieces in which the text comes do not matter.
 */
export class AnswerText {
  readonly #options: AnswerTextOptions;
  readonly #finders: readonly OwnFinder[];
  /** Some text that was released, and all that waits. */
  #text = "";
  #done = 0;
  #checked = 0;
  #forgotten = 0;
  #counted = 0;
  #json: JsonMask | undefined;
  #isJsonDecided: boolean;
  #secret: LongSecret | undefined;

  constructor(options: AnswerTextOptions) {
    this.#options = options;
    this.#finders = findersOf(options.rules);
    this.#isJsonDecided = options.isJson === true;
    this.#json = options.isJson === true ? new JsonMask() : undefined;
  }

  /** How many characters wait. */
  get held(): number {
    return this.#text.length - this.#done;
  }

  /** The text that may be sent now. */
  push(piece: string): string {
    this.#text += piece;
    const sent: string[] = [];
    for (let at = this.#nextStep(); at !== undefined; at = this.#nextStep()) {
      this.#checked = at;
      sent.push(this.#advance(at));
    }
    this.#forget();
    return sent.join("");
  }

  /** The rest. */
  end(): string {
    const end = this.#text.length;
    this.#decideJson(end, true);
    this.#skipSecret(end);
    const rest = this.#done < end ? this.#scan(end, end, true) : "";
    this.#checked = end;
    this.#secret = undefined;
    this.#forget();
    return rest;
  }

  /** What may be sent because the stream pauses: at first no word that may be part of a value. */
  pause(isLong: boolean): string {
    const end = this.#text.length;
    const from = isLong ? end : this.#openFrom();
    this.#decideJson(end, isLong);
    return this.#isJsonDecided && !this.#secret && from > this.#done
      ? this.#scan(this.#whole(from), end, isLong)
      : "";
  }

  #openFrom(): number {
    return Math.min(
      openWordStart(this.#text, this.#done),
      this.#done + openOwnFrom(this.#text.slice(this.#done), this.#finders),
    );
  }

  #nextStep(): number | undefined {
    const most = this.#checked + maxStep;
    for (let at = this.#checked; at < Math.min(most, this.#text.length); at += 1) {
      if (isBlank(this.#text.charCodeAt(at))) {
        return at + 1;
      }
    }
    return most <= this.#text.length ? most : undefined;
  }

  #advance(end: number): string {
    this.#decideJson(end, false);
    if (!this.#isJsonDecided) {
      return "";
    }
    this.#skipSecret(end);
    if (this.#secret) {
      return "";
    }
    const held = this.#whole(this.#heldFrom(end));
    if (held <= this.#done) {
      return "";
    }
    if (this.#isPlain(end)) {
      return this.#take(held);
    }
    const batch = this.#forgotten + end < firstCharacters ? batches.first : batches.later;
    const isDue = held - this.#done >= batch || end - this.#done >= maxHeld + batch;
    return isDue ? this.#scan(held, end, false) : "";
  }

  #heldFrom(end: number): number {
    return this.#finders.length > 0
      ? Math.max(this.#done, end - maxHeld)
      : holdStart(this.#text, this.#done, end);
  }

  /** True if no value can be in what waits. */
  #isPlain(end: number): boolean {
    const near = this.#text.slice(Math.max(0, this.#done - nameReach), end);
    return this.#finders.length === 0 && !mayHoldValue(near.replaceAll(letterOrDash, ""));
  }

  #scan(limit: number, end: number, isEnd: boolean): string {
    const from = this.#contextStart();
    const found = scanText(this.#text.slice(from, end), this.#finders)
      .filter(({ kind }) => actionOf(this.#options.rules, kind) !== "allow")
      .map((finding) => ({ ...finding, start: from + finding.start, end: from + finding.end }));
    const token = isEnd ? -1 : this.#longToken(end);
    const secret: Finding = {
      kind: "secret",
      secret: "jwt",
      start: token,
      end,
      certainty: "certain",
    };
    const all = token >= 0 ? [...found, secret] : found;
    const sorted = all.toSorted((one, other) => one.start - other.start);
    return this.#release(sorted, limit, { end, isEnd });
  }

  /** A signed token is found only when it is whole; it may be longer than the text that waits. */
  #longToken(end: number): number {
    const { rules } = this.#options;
    if (actionOf(rules, "secret") === "allow" || end - this.#done < maxHeld) {
      return -1;
    }
    const start = startOfSignedToken(this.#text.slice(this.#done, end));
    return start === -1 ? -1 : this.#done + start;
  }

  #release(
    findings: readonly Finding[],
    limit: number,
    { end, isEnd }: { readonly end: number; readonly isEnd: boolean },
  ): string {
    const from = this.#done;
    const sent: string[] = [];
    let to = limit;
    for (const finding of findings) {
      if (finding.start >= to || finding.end <= this.#done) {
        continue;
      }
      const mayWait = finding.start >= from && finding.start > end - maxHeld;
      if (!isEnd && finding.end > to && mayWait) {
        to = finding.start;
        break;
      }
      sent.push(this.#judge(finding, from, end));
    }
    sent.push(this.#take(to));
    return sent.join("");
  }

  /** The text before a value and its mask; empty if the value stays. */
  #judge(finding: Finding, from: number, end: number): string {
    const { isKnown, onFound, rules } = this.#options;
    const value = this.#text.slice(finding.start, finding.end);
    if (isKnown(finding.kind, value)) {
      return "";
    }
    // A value whose begin was sent in a pause counts, too, and once.
    if (finding.start >= Math.min(from, this.#counted)) {
      onFound(finding);
    }
    this.#counted = Math.max(this.#counted, finding.end);
    if (actionOf(rules, finding.kind) !== "mask") {
      return "";
    }
    const masked = this.#mask(finding);
    const isOpen = this.#text.slice(finding.end, end).trim() === "";
    this.#secret = isOpen && value.length >= maxHeld ? new LongSecret(value) : undefined;
    return masked;
  }

  #mask({ kind, start, end }: Finding): string {
    const before = this.#take(start);
    const rest = this.#text.slice(this.#done, end);
    const json = this.#json;
    if (!json) {
      this.#done = end;
      return before + maskOf(kind);
    }
    const isBare = json.isBare && !/["[\]{}:]/u.test(rest);
    const last = isBare ? (ofNumber.exec(this.#text.slice(end))?.[0].length ?? 0) : 0;
    const around = {
      before: this.#text.slice(Math.max(0, this.#done - 16), this.#done),
      after: this.#text.slice(end, end + 4),
    };
    const mask = json.maskOf(kind, rest, around);
    this.#take(end + last);
    return (isBare ? before.replace(/[\d.eE+-]+$/u, "") : before) + mask;
  }

  #take(to: number): string {
    const text = this.#text.slice(this.#done, to);
    this.#done = Math.max(this.#done, to);
    this.#json?.pass(text);
    return text;
  }

  #skipSecret(end: number): void {
    if (this.#secret) {
      const to = this.#secret.skip(this.#text, this.#done, end);
      this.#take(to);
      this.#secret = this.#secret.isOver ? undefined : this.#secret;
    }
  }

  #decideJson(end: number, isEnd: boolean): void {
    if (!this.#isJsonDecided) {
      const isJson = beginsLikeJson(this.#text.slice(0, end));
      this.#isJsonDecided = isJson !== undefined || isEnd;
      this.#json = isJson === true ? new JsonMask() : undefined;
    }
  }

  /** Two halves of one character stay together. */
  #whole(at: number): number {
    const code = this.#text.charCodeAt(at - 1);
    return code >= 0xd800 && code < 0xdc00 ? at - 1 : at;
  }

  #contextStart(): number {
    const from = Math.max(0, this.#done - context);
    const blank = this.#text.slice(from, from === 0 ? 0 : this.#done - nameReach).search(/\s/u);
    return blank === -1 ? from : from + blank + 1;
  }

  #forget(): void {
    const old = this.#done - context - nameReach;
    if (old > 0) {
      this.#text = this.#text.slice(old);
      this.#done -= old;
      this.#checked -= old;
      this.#counted -= old;
      this.#forgotten += old;
    }
  }
}

/** Characters beyond ASCII that are no part of a value without digits and signs. */
const letterOrDash = /[\u00C0-\u024F\u2010-\u2027]/gu;
const ofNumber = /^[\d.eE+-]+/u;
