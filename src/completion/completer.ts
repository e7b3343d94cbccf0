import { aborted, pause } from "../shared/base/waiting.ts";
import { AnswerUnderWay } from "./answerUnderWay.ts";
import { closersAlong } from "./brackets.ts";
import { fitText } from "./clean.ts";
import { Composition } from "./composition.ts";
import { FollowedOffer, type OfferOutcome, type TextChange } from "./followedOffer.ts";
import { type FoundEntry, Memory, type MemoryEntry, typedSince } from "./memory.ts";
import type { CompleterDeps, Moment, Offer, QuietReason } from "./moment.ts";
import { type LastChange, looksTyped, reasonAgainstPlace } from "./quiet.ts";
import { type ReadyRequest, readyRequest } from "./readyRequest.ts";
import { SnippetKeeper } from "./snippetKeeper.ts";
import { AskFailure, Limits } from "./usage/limits.ts";
import { OfferCounts } from "./usage/offerCounts.ts";
import { Pace } from "./usage/pace.ts";

const afterLineBreakMs = 500;
const readyMs = 30;

export class Completer {
  readonly #deps: CompleterDeps;
  #memory = new Memory();
  readonly #pace = new Pace();
  readonly #snippets: SnippetKeeper;
  readonly #followed = new FollowedOffer();
  readonly #composition = new Composition();
  #outcome: OfferOutcome = "none";
  readonly #last = new Map<string, LastChange>();
  #underWay: AnswerUnderWay | undefined;
  #offered: MemoryEntry | undefined;
  #why: QuietReason | undefined;
  #round = new AbortController();

  readonly limits = new Limits();
  readonly counts = new OfferCounts();

  constructor(deps: CompleterDeps) {
    this.#deps = deps;
    this.#snippets = new SnippetKeeper(deps.clock, deps.findSnippets);
  }

  get why(): QuietReason | undefined {
    return this.#why;
  }

  async complete(moment: Moment, asked: AbortSignal): Promise<Offer | undefined> {
    const signal = AbortSignal.any([asked, this.#round.signal]);
    let stage: "look" | "waited" | "asked" = moment.isInvoked ? "waited" : "look";
    let ready: ReadyRequest | undefined;
    while (!signal.aborted) {
      const { file, lines, cursor } = moment;
      const found = this.#memory.find(file, lines, cursor, this.#deps.clock.now());
      if (found && !(moment.isInvoked && isUseless(found))) {
        return this.#offerOf(found, moment);
      }
      const underWay = this.#underWayFor(moment);
      if (underWay) {
        await aborted(AbortSignal.any([underWay.news, signal]));
        continue;
      }
      const reason = reasonAgainstPlace({ ...moment, last: this.#lastFor(moment) });
      if (reason !== undefined && stage !== "asked") {
        this.#setWhy(reason);
        return undefined;
      }
      if (stage === "look") {
        this.#snippets.prepare({ file, line: cursor.line });
        ready = await this.#waited(moment, signal);
        stage = "waited";
      } else if (stage === "asked" || !this.#begin(moment, ready)) {
        return undefined;
      } else {
        stage = "asked";
      }
    }
    return undefined;
  }

  /** `isSteady`: the change came from undo, redo or a program. */
  changed(file: string, changes: readonly TextChange[], isSteady = false): void {
    const now = this.#deps.clock.now();
    const [first] = changes;
    const only = changes.length === 1 ? first : undefined;
    const isComposed = only !== undefined && this.#composition.goesOn(file, only, isSteady);
    const outcome = only ? this.#followed.changed(file, only, isComposed) : "left";
    const isTyped =
      outcome === "taken" || outcome === "goesOn" || (!isSteady && looksTyped(changes));
    this.#keepLast(file, { at: now, isTyped, isLineBreak: isLineBreak(first?.text ?? "") });
    this.#count(outcome, isComposed);
    if (isTyped && !isComposed) {
      this.#pace.key(now);
    }
  }

  #count(outcome: OfferOutcome, isComposed: boolean): void {
    const before = isComposed ? this.#outcome : "none";
    this.#outcome = outcome;
    if (outcome === before) {
      return;
    }
    if (before === "rejected") {
      this.#pace.notRejected();
      this.#memory.reject(this.#offered, false);
    }
    if (outcome === "taken") {
      this.#pace.accepted();
      this.counts.kept();
    } else if (outcome === "rejected") {
      this.#pace.rejected();
      this.#memory.reject(this.#offered);
    }
  }

  accepted(): void {
    this.#pace.accepted();
    this.#forgetOffer();
  }

  left(file: string): void {
    if (this.#underWay?.place.file === file) {
      this.#underWay.cancel();
    }
    this.#forgetOffer();
  }

  saved(): void {
    this.#snippets.saved();
  }

  renew(): void {
    this.stop();
    // A running answer keeps the old memory, so its end cannot reach the new memory.
    this.#memory = new Memory();
    this.#snippets.renew();
    this.limits.renew();
    this.counts.clear();
    this.#setWhy(undefined);
  }

  stop(): void {
    this.#round.abort();
    this.#round = new AbortController();
    this.#underWay?.cancel();
    this.#underWay = undefined;
    this.#offered = undefined;
    this.#forgetOffer();
  }

  #forgetOffer(): void {
    this.#followed.forget();
    this.#composition.forget();
  }

  #offerOf({ entry, typed }: FoundEntry, moment: Moment): Offer | undefined {
    const { lines, cursor, file, canShow } = moment;
    const isHeld = entry.offeredEnd !== undefined && typed < entry.offeredEnd;
    const rest = entry.text.slice(typed, isHeld ? entry.offeredEnd : undefined);
    const fitted = fitText(rest, moment, closersAlong(lines, cursor, entry.text.slice(0, typed)));
    if (fitted.text === "" || entry.isRejected) {
      this.#setWhy(entry.isRejected ? "rejected" : this.#why);
      return undefined;
    }
    if (canShow?.(fitted) === false) {
      return undefined;
    }
    if (typed === 0 || !isHeld) {
      entry.offeredEnd = entry.text.length;
    }
    this.#setWhy(undefined);
    if (this.#offered !== entry) {
      this.counts.offered();
    }
    this.#offered = entry;
    this.#followed.offered({ file, cursor, text: fitted.text });
    return fitted;
  }

  #underWayFor({ file, lines, cursor }: Moment): AnswerUnderWay | undefined {
    const underWay = this.#underWay;
    if (!underWay || underWay.isOver) {
      return undefined;
    }
    const typed =
      underWay.place.file === file ? typedSince(underWay.place, lines, cursor) : undefined;
    if (
      typed !== undefined &&
      (underWay.text.startsWith(typed) || typed.startsWith(underWay.text))
    ) {
      return underWay;
    }
    underWay.cancel();
    this.#underWay = undefined;
    return undefined;
  }

  #lastFor({ file, isInvoked }: Moment): LastChange | undefined {
    return isInvoked ? undefined : this.#last.get(file);
  }

  /** Waits, and prepares the request shortly before the wait ends. Returns at once if another key came. */
  async #waited(moment: Moment, signal: AbortSignal): Promise<ReadyRequest | undefined> {
    const { file, lines, cursor } = moment;
    const { clock, options, limits } = this.#deps;
    const now = clock.now();
    const last = this.#last.get(file);
    const line = lines.at(cursor.line);
    const isInWord = /[\p{L}\p{N}_$]$/u.test(line.slice(0, cursor.column));
    const usual = options().delayMs ?? this.#pace.waitMs(isInWord);
    const isAfterBreak = last?.isLineBreak === true && line.trim() === "";
    const dueAt = (last?.at ?? now) + Math.max(usual, isAfterBreak ? afterLineBreakMs : 0);
    await pause(clock, Math.max(0, dueAt - now - readyMs), signal);
    const isQuiet = signal.aborted || this.limits.reason(clock.now(), limits()) !== undefined;
    const ready = isQuiet ? undefined : this.#ready(moment);
    await pause(clock, Math.max(0, dueAt - clock.now()), signal);
    return ready;
  }

  #ready(moment: Moment): ReadyRequest {
    return readyRequest(moment, this.#deps, this.#snippets);
  }

  #begin(moment: Moment, ready?: ReadyRequest): boolean {
    const { clock, limits } = this.#deps;
    const reason = this.limits.take(clock.now(), limits(), moment.isInvoked);
    this.#setWhy(reason);
    if (reason !== undefined) {
      return false;
    }
    const { place, rule, ask } = ready ?? this.#ready(moment);
    const underWay = new AnswerUnderWay({
      clock,
      memory: this.#memory,
      place,
      cleanPlace: moment,
      rule,
    });
    this.#underWay = underWay;
    void underWay
      .run(ask)
      .then((isWhole) => (isWhole ? this.limits.worked() : undefined))
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#underWay = this.#underWay === underWay ? undefined : this.#underWay;
      });
    return true;
  }

  #failed(error: unknown): void {
    const failure = error instanceof AskFailure ? error : new AskFailure("other");
    this.limits.failed(this.#deps.clock.now(), failure);
    this.#setWhy(failure.kind);
  }

  #setWhy(why: QuietReason | undefined): void {
    if (this.#why !== why) {
      this.#why = why;
      this.#deps.onChange();
    }
  }

  #keepLast(file: string, change: LastChange): void {
    this.#last.delete(file);
    this.#last.set(file, change);
    const [oldest] = this.#last.keys();
    if (this.#last.size > 50 && oldest !== undefined) {
      this.#last.delete(oldest);
    }
  }
}

function isLineBreak(text: string): boolean {
  return /^\r?\n[ \t]*(?:\r?\n[ \t]*)?$/u.test(text);
}

function isUseless({ entry, typed }: FoundEntry): boolean {
  return entry.text.length <= typed || entry.isRejected;
}
