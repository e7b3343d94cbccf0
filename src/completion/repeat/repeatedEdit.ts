/** In UTF-16 units of the text before the change. */
export interface OffsetChange {
  readonly offset: number;
  readonly removed: number;
  readonly text: string;
}

export interface Replacement {
  readonly from: string;
  readonly to: string;
  /** The offset of `to` in the text after the edit. */
  readonly offset: number;
  /** The words or signs beside the edit. */
  readonly neighbours: string;
}

const maxLength = 120;
const leastLength = 4;
/** The most places; for more, the editor's own search and replace is better. */
export const maxPlaces = 20;

/** One edit of one or more changes that touch each other. */
export class EditUnderWay {
  #base = "";
  #start = 0;
  #baseEnd = 0;
  #end = 0;
  #isOpen = false;

  /** `before` is the text that `change` was applied to. */
  add(before: string, { offset, removed, text }: OffsetChange): void {
    const last = offset + removed;
    if (!this.#isOpen || offset > this.#end || last < this.#start) {
      this.#isOpen = true;
      this.#base = before;
      this.#start = offset;
      this.#baseEnd = last;
      this.#end = offset + text.length;
      return;
    }
    const behind = Math.max(0, last - this.#end);
    this.#start = Math.min(this.#start, offset);
    this.#baseEnd += behind;
    this.#end = Math.max(this.#end, last) + text.length - removed;
  }

  forget(): void {
    this.#isOpen = false;
    this.#base = "";
  }

  /** The whole names, literal or call that the edit replaced; undefined for any other edit. */
  replacement(now: string): Replacement | undefined {
    return this.#isOpen
      ? replacementOf({
          before: this.#base,
          now,
          start: this.#start,
          beforeEnd: this.#baseEnd,
          nowEnd: this.#end,
        })
      : undefined;
  }
}

interface Changed {
  readonly before: string;
  readonly now: string;
  readonly start: number;
  readonly beforeEnd: number;
  readonly nowEnd: number;
}

function replacementOf(changed: Changed): Replacement | undefined {
  const least = shrink(changed);
  const names = widen(least, isOfName);
  const whole = isRepeatable(names) && !isArgument(least) ? names : (callAround(names) ?? names);
  if (!isRepeatable(whole)) {
    return undefined;
  }
  const { before, now, start, beforeEnd, nowEnd } = whole;
  return {
    from: before.slice(start, beforeEnd),
    to: now.slice(start, nowEnd),
    offset: start,
    neighbours: neighboursOf(now, start, nowEnd),
  };
}

/** True if the edit only added text, with a comma to its neighbour. */
function isArgument({ now, start, beforeEnd, nowEnd }: Changed): boolean {
  return start === beforeEnd && /^\s*,|,\s*$/u.test(now.slice(start, nowEnd));
}

const nameOrCall = /^[\p{L}_$][\p{L}\p{N}_$.]*(?:\(.*\))?$/u;
const literal = /^(?:(["'`]).*\1|[\d.]+)$/u;

/** True for one name, literal or call in place of another expression, on one line. */
function isRepeatable({ before, now, start, beforeEnd, nowEnd }: Changed): boolean {
  const from = before.slice(start, beforeEnd);
  const to = now.slice(start, nowEnd);
  return (
    from !== to &&
    from.length >= leastLength &&
    Math.max(from.length, to.length) <= maxLength &&
    (nameOrCall.test(from) || literal.test(from)) &&
    /^\S(?:.*\S)?$/u.test(to) &&
    isClosed(from) &&
    isClosed(to)
  );
}

/** True if a name replaces a name, a call a call, or a literal a literal. */
export function isSameKind({ from, to }: Replacement): boolean {
  return kindOf(from) === kindOf(to);
}

function kindOf(text: string): "literal" | "call" | "name" | "other" {
  const other = nameOrCall.test(text) ? (text.endsWith(")") ? "call" : "name") : "other";
  return literal.test(text) ? "literal" : other;
}

/** True if each bracket has its other half in the text. */
function isClosed(text: string): boolean {
  return ["()", "[]", "{}"].every(([open = "", close = ""]) => {
    let depth = 0;
    for (const sign of text) {
      depth += sign === open ? 1 : sign === close ? -1 : 0;
      if (depth < 0) {
        return false;
      }
    }
    return depth === 0;
  });
}

/** The change without the parts that are equal at both ends. */
function shrink({ before, now, start, beforeEnd, nowEnd }: Changed): Changed {
  let [from, ofBefore, ofNow] = [start, beforeEnd, nowEnd];
  while (from < Math.min(ofBefore, ofNow) && before[from] === now[from]) {
    from += 1;
  }
  while (Math.min(ofBefore, ofNow) > from && before[ofBefore - 1] === now[ofNow - 1]) {
    ofBefore -= 1;
    ofNow -= 1;
  }
  return { before, now, start: from, beforeEnd: ofBefore, nowEnd: ofNow };
}

function widen(changed: Changed, belongs: (unit: string | undefined) => boolean): Changed {
  const { before, now } = changed;
  let { start, beforeEnd, nowEnd } = changed;
  // Text outside the edit is the same on both sides.
  while (start > 0 && belongs(before[start - 1])) {
    start -= 1;
  }
  while (beforeEnd < before.length && belongs(before[beforeEnd])) {
    beforeEnd += 1;
    nowEnd += 1;
  }
  return { before, now, start, beforeEnd, nowEnd };
}

/** The call around an edit between its parentheses, on one line: from its name to its end. */
function callAround(changed: Changed): Changed | undefined {
  const { before, now } = changed;
  const open = parenthesis(before, changed.start - 1, -1);
  const close = parenthesis(before, changed.beforeEnd, 1);
  if (open === undefined || close === undefined || !isOfName(before[open - 1])) {
    return undefined;
  }
  const named = widen({ ...changed, start: open }, (unit) => isOfName(unit) || unit === ".");
  const more = close + 1 - changed.beforeEnd;
  return {
    before,
    now,
    start: named.start,
    beforeEnd: close + 1,
    nowEnd: changed.nowEnd + more,
  };
}

/** The parenthesis around the offset, in its line: the opening one with step -1, the closing one with step 1. */
function parenthesis(text: string, at: number, step: -1 | 1): number | undefined {
  const [inner, outer] = step > 0 ? ["(", ")"] : [")", "("];
  let depth = 0;
  for (let place = at; Math.abs(place - at) < maxLength; place += step) {
    const unit = text[place];
    if (unit === undefined || unit === "\n") {
      return undefined;
    }
    if (unit === outer && depth === 0) {
      return place;
    }
    depth += unit === inner ? 1 : unit === outer ? -1 : 0;
  }
  return undefined;
}

/**
 * Offsets of the old text, as whole names; empty if there are more than `maxPlaces`. `alike`: only between the same
 * neighbours as the edit, because in a replay of public commits other places were mostly wrong.
 */
export function placesOf(
  { from, to, neighbours }: Replacement,
  text: string,
  which: "alike" | "all",
): readonly number[] {
  const inNew = to.indexOf(from);
  const places: number[] = [];
  for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + from.length)) {
    const isDone = inNew >= 0 && text.startsWith(to, at - inNew);
    if (!isDone && isWhole(text, at, from)) {
      const isAlike = which === "all" || neighboursOf(text, at, at + from.length) === neighbours;
      if (isAlike && places.push(at) > maxPlaces) {
        return [];
      }
    }
  }
  return places;
}

const neighbourUnits = 60;

/** The words or signs beside a place, without blanks. */
function neighboursOf(text: string, start: number, end: number): string {
  const left = /([\p{L}\p{N}_$]+|\S)\s*$/u.exec(
    text.slice(Math.max(0, start - neighbourUnits), start),
  );
  const right = /^\s*([\p{L}\p{N}_$]+|\S)/u.exec(text.slice(end, end + neighbourUnits));
  return `${left?.[1] ?? ""} ${right?.[1] ?? ""}`;
}

function isWhole(text: string, at: number, from: string): boolean {
  const cutsStart = isOfName(from[0]) && isOfName(text[at - 1]);
  const cutsEnd = isOfName(from.at(-1)) && isOfName(text[at + from.length]);
  return !cutsStart && !cutsEnd;
}

function isOfName(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{N}_$]/u.test(unit);
}
