import type { Pattern } from "./parsePattern.ts";
import type { UnitSet } from "./unitSets.ts";

const maxStates = 1_000;
const dead = -1;
const unknown = -2;

interface State {
  readonly positions: readonly number[];
  readonly isEnd: boolean;
  readonly next: Int32Array;
}

/** One position for each character of the pattern, repetitions written out (Glushkov's construction). */
class Positions {
  readonly sets: UnitSet[] = [];
  readonly follow: number[][] = [];

  add(set: UnitSet): number {
    this.follow.push([]);
    return this.sets.push(set) - 1;
  }

  link(from: readonly number[], to: readonly number[]): void {
    for (const position of from) {
      this.follow[position]?.push(...to);
    }
  }
}

interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly canBeEmpty: boolean;
}

const emptyFragment: Fragment = { first: [], last: [], canBeEmpty: true };

/**
 * Finds the longest match at a place, reading each character once. States are made when they are needed, and
 * forgotten when there are too many, as in RE2.
 */
export class Automaton {
  readonly #positions = new Positions();
  readonly #whole: Fragment;
  readonly #classes: UnitClasses;
  readonly #ends: ReadonlySet<number>;
  #states: State[] = [];
  #known = new Map<string, number>();

  constructor(pattern: Pattern) {
    this.#whole = this.#build(pattern);
    this.#ends = new Set(this.#whole.last);
    this.#classes = new UnitClasses(this.#positions.sets);
    this.#begin();
  }

  /** True if a match can begin with this UTF-16 unit. */
  mayBegin(unit: number): boolean {
    return this.#step(0, this.#classes.of(unit)) !== dead;
  }

  /** End of the longest match at `start` for which `isEnd` holds; -1 without a match. */
  longestAt(text: string, start: number, isEnd: (end: number) => boolean = () => true): number {
    let state = 0;
    let found = -1;
    for (let at = start; at < text.length;) {
      state = this.#step(state, this.#classes.of(text.charCodeAt(at)));
      if (state === dead) {
        break;
      }
      at += 1;
      if (this.#states[state]?.isEnd === true && isEnd(at)) {
        found = at;
      }
    }
    return found;
  }

  /** True if more text could continue a match that begins at `start`. */
  isOpenAt(text: string, start: number): boolean {
    let state = 0;
    for (let at = start; at < text.length && state !== dead; at += 1) {
      state = this.#step(state, this.#classes.of(text.charCodeAt(at)));
    }
    return state !== dead;
  }

  #step(from: number, unitClass: number): number {
    const next = this.#states[from]?.next[unitClass] ?? dead;
    return next === unknown ? this.#makeStep(from, unitClass) : next;
  }

  #makeStep(from: number, unitClass: number): number {
    const unit = this.#classes.sampleOf(unitClass);
    const state = this.#states[from];
    const candidates = from === 0 ? this.#whole.first : this.#followOf(state?.positions ?? []);
    const positions = candidates.filter((position) => has(this.#positions.sets[position], unit));
    if (positions.length === 0) {
      state?.next.fill(dead, unitClass, unitClass + 1);
      return dead;
    }
    const key = positions.join(" ");
    const known = this.#known.get(key);
    if (known === undefined && this.#states.length >= maxStates) {
      this.#begin();
      return this.#add(positions, key);
    }
    const next = known ?? this.#add(positions, key);
    state?.next.fill(next, unitClass, unitClass + 1);
    return next;
  }

  #followOf(positions: readonly number[]): readonly number[] {
    const all = new Set<number>();
    for (const position of positions) {
      for (const next of this.#positions.follow[position] ?? []) {
        all.add(next);
      }
    }
    return [...all].toSorted((one, other) => one - other);
  }

  #begin(): void {
    this.#states = [];
    this.#known = new Map();
    this.#add([], "");
  }

  #add(positions: readonly number[], key: string): number {
    const state = {
      positions,
      isEnd: positions.some((position) => this.#ends.has(position)),
      next: new Int32Array(this.#classes.count).fill(unknown),
    };
    const index = this.#states.push(state) - 1;
    this.#known.set(key, index);
    return index;
  }

  #build(pattern: Pattern): Fragment {
    switch (pattern.kind) {
      case "set": {
        const position = this.#positions.add(pattern.set);
        return { first: [position], last: [position], canBeEmpty: false };
      }
      case "choice": {
        const parts = pattern.parts.map((part) => this.#build(part));
        return {
          first: parts.flatMap(({ first }) => first),
          last: parts.flatMap(({ last }) => last),
          canBeEmpty: parts.some(({ canBeEmpty }) => canBeEmpty),
        };
      }
      case "sequence":
        return pattern.parts.reduce<Fragment>(
          (before, part) => this.#join(before, this.#build(part)),
          emptyFragment,
        );
      default: {
        let whole = emptyFragment;
        for (let time = 1; time <= pattern.max; time += 1) {
          const part = this.#build(pattern.part);
          whole = this.#join(whole, time > pattern.min ? { ...part, canBeEmpty: true } : part);
        }
        return whole;
      }
    }
  }

  #join(one: Fragment, other: Fragment): Fragment {
    this.#positions.link(one.last, other.first);
    return {
      first: one.canBeEmpty ? [...one.first, ...other.first] : one.first,
      last: other.canBeEmpty ? [...one.last, ...other.last] : other.last,
      canBeEmpty: one.canBeEmpty && other.canBeEmpty,
    };
  }
}

/** Groups units that no set of the pattern distinguishes. */
class UnitClasses {
  readonly #starts: readonly number[];
  readonly #ascii = new Uint16Array(128);

  constructor(sets: readonly UnitSet[]) {
    const starts = new Set([0]);
    for (const [first, last] of sets.flat()) {
      starts.add(first);
      starts.add(last + 1);
    }
    this.#starts = [...starts].toSorted((one, other) => one - other);
    for (let unit = 0; unit < 128; unit += 1) {
      this.#ascii[unit] = this.#search(unit);
    }
  }

  get count(): number {
    return this.#starts.length;
  }

  of(unit: number): number {
    return this.#ascii[unit] ?? this.#search(unit);
  }

  sampleOf(unitClass: number): number {
    return this.#starts[unitClass] ?? 0;
  }

  #search(unit: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= unit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}

function has(set: UnitSet | undefined, unit: number): boolean {
  return set?.some(([first, last]) => unit >= first && unit <= last) === true;
}
