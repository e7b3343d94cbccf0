import type { Grammar, Rule, State } from "./grammar.ts";
import { tokenKinds, type LineHighlighter, type LineToken, type TokenKind } from "./lineTokens.ts";

/** Longer lines stay plain and do not change the state. */
const MAX_LINE = 5000;
const MAX_DEPTH = 64;

interface CompiledState {
  readonly source: State;
  readonly grammar: CompiledGrammar;
  readonly pattern: RegExp | undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Frame {
  readonly state: CompiledState;
  readonly outer: Frame | undefined;
  /** The grammar's first state, which no rule of the grammar ends. */
  readonly isRoot: boolean;
  readonly depth: number;
  readonly end: string | undefined;
  readonly hasEnd: boolean;
}

class CompiledGrammar {
  readonly source: Grammar;
  readonly #words: ReadonlyMap<string, TokenKind>;
  readonly #states = new Map<string, CompiledState>();

  constructor(source: Grammar) {
    this.source = source;
    this.#words = wordMap(source);
  }

  state(name: string): CompiledState {
    const known = this.#states.get(name);
    if (known) {
      return known;
    }
    const source = this.source.states[name] ?? this.source.states.root;
    const groups = source.rules.map(({ match }) => `(${match})`);
    const flags = this.source.ignoresCase ? "gi" : "g";
    const pattern = groups.length > 0 ? new RegExp(groups.join("|"), flags) : undefined;
    const state = { source, grammar: this, pattern };
    this.#states.set(name, state);
    return state;
  }

  kindOf(rule: Rule, line: string, span: Span): TokenKind | undefined {
    const text = line.slice(span.start, span.end);
    if (!rule.isWord && !rule.isMember) {
      return rule.kind;
    }
    const key = this.source.ignoresCase ? text.toLowerCase() : text;
    const listed = rule.isWord ? this.#words.get(key) : undefined;
    return listed ?? rule.kind ?? this.#kindByConvention(line, text, span.end);
  }

  #kindByConvention(line: string, text: string, end: number): TokenKind | undefined {
    const { hasCalls, hasCapitals } = this.source;
    if (hasCalls && isBeforeCall(line, end)) {
      return "function";
    }
    return hasCapitals ? kindByCapitals(text) : undefined;
  }
}

function wordMap({ words = {}, ignoresCase }: Grammar): Map<string, TokenKind> {
  const map = new Map<string, TokenKind>();
  for (const kind of tokenKinds) {
    for (const entry of words[kind]?.split(" ") ?? []) {
      map.set(ignoresCase ? entry.toLowerCase() : entry, kind);
    }
  }
  return map;
}

function isBeforeCall(line: string, end: number): boolean {
  let at = end;
  while (line[at] === " ") {
    at += 1;
  }
  return line[at] === "(";
}

function kindByCapitals(text: string): TokenKind | undefined {
  const first = text.charCodeAt(0);
  if (first < 65 || first > 90) {
    return undefined;
  }
  return text.length > 1 && text === text.toUpperCase() ? "constant" : "type";
}

const compiled = new WeakMap<Grammar, CompiledGrammar>();

function compile(grammar: Grammar): CompiledGrammar {
  const known = compiled.get(grammar);
  if (known) {
    return known;
  }
  const made = new CompiledGrammar(grammar);
  compiled.set(grammar, made);
  return made;
}

/** Linear time: each rule matches each character at most once. */
export class Tokenizer implements LineHighlighter {
  #frame: Frame;
  #line = "";
  #position = 0;
  #tokens: LineToken[] = [];

  constructor(grammar: Grammar) {
    const state = compile(grammar).state("root");
    this.#frame = {
      state,
      outer: undefined,
      isRoot: true,
      depth: 0,
      end: undefined,
      hasEnd: false,
    };
  }

  highlight(line: string): readonly LineToken[] {
    if (line.length > MAX_LINE) {
      return [{ text: line }];
    }
    this.#line = line;
    this.#position = 0;
    this.#tokens = [];
    while (this.#position < line.length) {
      this.#step();
    }
    while (this.#frame.state.source.endsWithLine && this.#frame.outer) {
      this.#frame = this.#frame.outer;
    }
    return this.#tokens;
  }

  #step(): void {
    const { frame, at: limit } = this.#nextEnd();
    if (frame && limit === this.#position) {
      this.#endFrame(frame);
      return;
    }
    const match = this.#nextMatch(limit);
    if (!match) {
      this.#add(limit, this.#frame.state.source.kind);
      return;
    }
    this.#add(match.start, this.#frame.state.source.kind);
    this.#apply(match.rule, Math.min(match.end, limit));
  }

  #nextEnd(): { frame: Frame | undefined; at: number } {
    let at = this.#line.length;
    let ending: Frame | undefined;
    for (let frame: Frame | undefined = this.#frame; frame?.hasEnd; frame = frame.outer) {
      const found = frame.end === undefined ? -1 : this.#line.indexOf(frame.end, this.#position);
      if (found >= 0 && found <= at) {
        at = found;
        ending = frame;
      }
    }
    return { frame: ending, at };
  }

  #endFrame(frame: Frame): void {
    const { kind, includesEnd } = frame.state.source;
    if (includesEnd) {
      this.#add(this.#position + (frame.end?.length ?? 0), kind);
    }
    this.#frame = frame.outer ?? frame;
  }

  #nextMatch(limit: number): { rule: Rule; start: number; end: number } | undefined {
    const { pattern, source } = this.#frame.state;
    if (!pattern) {
      return undefined;
    }
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#line);
    const rule =
      match && source.rules[match.findIndex((text, index) => index > 0 && text !== undefined) - 1];
    return rule && match.index < limit
      ? { rule, start: match.index, end: match.index + match[0].length }
      : undefined;
  }

  #apply(rule: Rule, end: number): void {
    const { grammar } = this.#frame.state;
    const start = this.#position;
    const kind = grammar.kindOf(rule, this.#line, { start, end });
    this.#add(Math.max(end, start + 1), kind ?? this.#frame.state.source.kind);
    const matched = this.#line.slice(start, end);
    for (let count = rule.pops ?? 0; count > 0 && !this.#frame.isRoot; count -= 1) {
      this.#frame = this.#frame.outer ?? this.#frame;
    }
    if (rule.embed) {
      this.#enter(compile(rule.embed).state("root"), rule.until?.(matched), true);
    } else if (rule.push !== undefined) {
      this.#enter(grammar.state(rule.push), rule.until?.(matched), false);
    }
  }

  #enter(state: CompiledState, end: string | undefined, isRoot: boolean): void {
    const outer = this.#frame;
    if (outer.depth < MAX_DEPTH) {
      const hasEnd = outer.hasEnd || end !== undefined;
      this.#frame = { state, outer, isRoot, depth: outer.depth + 1, end, hasEnd };
    }
  }

  #add(end: number, kind: TokenKind | undefined): void {
    if (end <= this.#position) {
      return;
    }
    const text = this.#line.slice(this.#position, end);
    const last = this.#tokens.at(-1);
    this.#position = end;
    if (last && last.kind === kind) {
      this.#tokens[this.#tokens.length - 1] = { ...last, text: last.text + text };
    } else {
      this.#tokens.push(kind === undefined ? { text } : { kind, text });
    }
  }
}
