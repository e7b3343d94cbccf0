import { aborted } from "../../src/shared/base/waiting.ts";
import type { Insertion } from "./typedLines.ts";
import { VirtualClock } from "./virtualClock.ts";

/** What a policy sees at one key. */
export interface TypedText {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Aborted by the next key, as the editor does. */
  readonly signal: AbortSignal;
}

/** Asks the scripted model; the answer comes after its latency, unless the signal ends it. */
export type AskModel = (text: TypedText, signal: AbortSignal) => Promise<string | undefined>;

/** A way to decide when a model is asked. */
export interface Policy {
  readonly name: string;
  /** A key was typed; at once. */
  typed(text: TypedText, key: string): void;
  /** The editor asks, 50 ms after a key without another: the text that is offered. */
  provide(text: TypedText): Promise<string | undefined>;
}

export type CreatePolicy = (clock: VirtualClock, ask: AskModel) => Policy;

export interface ReplayResult {
  readonly name: string;
  readonly keys: number;
  readonly requestsPer100: number;
  /** Share of requests of whose answer nothing was ever offered. */
  readonly neverOffered: number;
  /** The same of the requests that the model knew the answer of. */
  readonly rightNeverOffered: number;
  /** Milliseconds from the key to the offer, where no key followed for a second. */
  readonly waitP50: number;
  readonly waitP95: number;
  readonly offeredPauses: number;
  readonly mostPerMinute: number;
}

const latencyMs = 350;
const editorWaitMs = 50;
const knownShare = 0.35;
/** Of the logarithm of a gap. */
const spread = 0.65;
const [inWordMs, afterWordMs, betweenLinesMs] = [150, 240, 1_300];

/** Types the insertions key by key, the same for every policy. */
export async function replay(
  create: CreatePolicy,
  insertions: readonly Insertion[],
  maxKeys: number,
): Promise<ReplayResult> {
  const clock = new VirtualClock();
  const typist = new Typist(7);
  const model = new ScriptedModel(clock);
  const policy = create(clock, model.ask);
  const waits: number[] = [];
  let keys = 0;
  let pauses = 0;
  for (const [index, { before, added, after }] of insertions.entries()) {
    const file = `file${index}`;
    let current = new AbortController();
    for (let at = 0; at < added.length && keys < maxKeys;) {
      // The editor indents a new line by itself.
      const key = /^\n[ \t]*/u.exec(added.slice(at))?.[0] ?? added.charAt(at);
      at += key.length;
      keys += 1;
      current.abort();
      current = new AbortController();
      const text = { file, before: before + added.slice(0, at), after, signal: current.signal };
      const gap = typist.gapAfter(key, added.charAt(at));
      model.truth = { before, added };
      const waited = await press({ clock, policy, model }, text, key, gap);
      if (gap > 1_000) {
        pauses += 1;
        waits.push(...(waited === undefined ? [] : [waited]));
      }
    }
    current.abort();
    await clock.runTo(clock.now() + 5_000);
  }
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    name: policy.name,
    keys,
    requestsPer100: (model.asked.length / keys) * 100,
    ...model.neverOffered,
    waitP50: sorted[Math.floor(sorted.length * 0.5)] ?? NaN,
    waitP95: sorted[Math.floor(sorted.length * 0.95)] ?? NaN,
    offeredPauses: waits.length / pauses,
    mostPerMinute: model.mostPerMinute,
  };
}

interface Played {
  readonly clock: VirtualClock;
  readonly policy: Policy;
  readonly model: ScriptedModel;
}

/** Presses one key, and lets `gap` milliseconds pass; returns after how many of them a text was offered. */
async function press(
  { clock, policy, model }: Played,
  text: TypedText,
  key: string,
  gap: number,
): Promise<number | undefined> {
  const pressedAt = clock.now();
  policy.typed(text, key);
  let offeredAt: number | undefined;
  const show = async (): Promise<void> => {
    const offer = await policy.provide(text);
    if (offer !== undefined && offer !== "" && !text.signal.aborted) {
      offeredAt = clock.now();
      model.offered(offer);
    }
  };
  clock.startTimer(() => {
    if (!text.signal.aborted) {
      void show();
    }
  }, editorWaitMs);
  await clock.runTo(pressedAt + gap);
  return offeredAt === undefined ? undefined : offeredAt - pressedAt;
}

interface Asked {
  readonly at: number;
  readonly answer: string;
  readonly isKnown: boolean;
  isOffered: boolean;
}

/** Knows the rest of the line in 35 % of the places, and is wrong in the others. */
class ScriptedModel {
  readonly asked: Asked[] = [];
  truth: Pick<Insertion, "before" | "added"> = { before: "", added: "" };
  readonly #clock: VirtualClock;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  readonly ask: AskModel = async ({ before, file }, signal) => {
    const { before: start, added } = this.truth;
    const rest = added.slice(before.length - start.length).split("\n")[0] ?? "";
    const isKnown = rest.trim().length >= 4 && chanceOf(file + before.slice(-40)) < knownShare;
    const answer = isKnown ? rest : `wrong${this.asked.length}(answer)`;
    const one = { at: this.#clock.now(), answer, isKnown, isOffered: false };
    this.asked.push(one);
    await Promise.race([this.#clock.wait(latencyMs), aborted(signal)]);
    return signal.aborted ? undefined : answer;
  };

  offered(text: string): void {
    const one = this.asked.findLast(({ answer }) => answer.trimEnd().endsWith(text.trimEnd()));
    if (one) {
      one.isOffered = true;
    }
  }

  get neverOffered(): Pick<ReplayResult, "neverOffered" | "rightNeverOffered"> {
    const right = this.asked.filter(({ isKnown }) => isKnown);
    return { neverOffered: shareOfLost(this.asked), rightNeverOffered: shareOfLost(right) };
  }

  get mostPerMinute(): number {
    let first = 0;
    let most = 0;
    for (const [index, { at }] of this.asked.entries()) {
      while ((this.asked[first]?.at ?? at) <= at - 60_000) {
        first += 1;
      }
      most = Math.max(most, index - first + 1);
    }
    return most;
  }
}

function shareOfLost(asked: readonly Asked[]): number {
  return asked.filter(({ isOffered }) => !isOffered).length / Math.max(1, asked.length);
}

/** Gaps between keys, log-normal around their medians, from a fixed seed. */
class Typist {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** People stop at the end of a line, before Enter. */
  gapAfter(key: string, next: string): number {
    const median =
      next === "\n" ? betweenLinesMs : /[\p{L}\p{N}_]/u.test(key) ? inWordMs : afterWordMs;
    const normal =
      Math.sqrt(-2 * Math.log(1 - this.#next())) * Math.cos(2 * Math.PI * this.#next());
    return Math.round(median * Math.exp(spread * normal));
  }

  /** Mulberry32. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

/** A number from 0 to 1 that depends on the text alone. */
function chanceOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return ((hash ^ (hash >>> 13)) >>> 0) / 4_294_967_296;
}
