import { AnchoredRules } from "./anchoredRules.ts";
import { literalOf, readWildcard, type Token, type WorkBudget } from "./wildcard.ts";

/** A longer rule matches no real path: it is a mistake or an attack. */
const maxRuleUnits = 4096;

interface Rule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
}

interface LastRules {
  forFolders: number;
  forAll: number;
}

/**
 * Rules in the order of gitignore(5). A rule of one name, also after two stars and a slash, matches names in any
 * folder; others match the path below the file's folder. Names, paths and endings such as `*.log` use look-ups.
 */
export class RuleFile {
  readonly #rules: Rule[] = [];
  readonly #names = new Map<string, LastRules>();
  readonly #paths = new Map<string, LastRules>();
  readonly #endings = new Map<string, LastRules>();
  readonly #endingLengths = new Set<number>();
  readonly #nameWildcards = new AnchoredRules();
  readonly #pathWildcards = new AnchoredRules();
  #hasTooLong = false;

  constructor(content: string) {
    for (const line of content.replace(/^\uFEFF/u, "").split("\n")) {
      this.#add(line);
    }
  }

  get hasTooLong(): boolean {
    return this.#hasTooLong;
  }

  /** Undefined if no rule matches or the budget is used up. */
  test(path: string, isFolder: boolean, budget: WorkBudget): "out" | "in" | undefined {
    const key = keyOf(path);
    const name = key.slice(key.lastIndexOf("/") + 1);
    let last = Math.max(
      lastOf(this.#names.get(name), isFolder),
      lastOf(this.#paths.get(key), isFolder),
    );
    budget.left -= 2;
    for (const length of this.#endingLengths) {
      budget.left -= 1;
      if (length <= name.length) {
        last = Math.max(last, lastOf(this.#endings.get(name.slice(-length)), isFolder));
      }
    }
    const bytes = utf8.encode(path);
    const nameBytes = bytes.subarray(bytes.lastIndexOf(slash) + 1);
    // Only later rules can override this one. Without budget the result is unknown.
    last = this.#nameWildcards.lastMatch({ key: name, bytes: nameBytes, isFolder }, last, budget);
    last = this.#pathWildcards.lastMatch({ key, bytes, isFolder }, last, budget);
    const rule = this.#rules[last];
    if (!rule || budget.left < 0) {
      return undefined;
    }
    return rule.isNegated ? "in" : "out";
  }

  #add(line: string): void {
    const text = withoutTrailingSpaces(line.replace(/\r$/u, "").split("\0", 1)[0] ?? "");
    if (text === "" || text.startsWith("#")) {
      return;
    }
    const isNegated = text.startsWith("!");
    const isForFolders = text.endsWith("/");
    const written = text.slice(isNegated ? 1 : 0, isForFolders ? -1 : undefined);
    if (written.length > maxRuleUnits) {
      this.#hasTooLong = true;
      return;
    }
    const pattern = written.replace(/^\//u, "").replace(/^(?:\*\*\/)+(?=[^/]*$)/u, "");
    const isForNames = !pattern.includes("/") && (pattern === written || written.includes("**/"));
    const index = this.#rules.push({ isNegated, isForFolders }) - 1;
    this.#place(readPattern(pattern), { index, isForFolders, isForNames });
  }

  #place(
    pattern: string | readonly Token[] | undefined,
    {
      isForNames,
      ...rule
    }: { readonly index: number; readonly isForFolders: boolean; readonly isForNames: boolean },
  ): void {
    if (pattern === undefined) {
      return;
    }
    if (typeof pattern === "string") {
      addLiteral(isForNames ? this.#names : this.#paths, keyOf(pattern), rule);
      return;
    }
    const ending = isForNames && pattern[0]?.kind === "star" ? literalText(pattern.slice(1)) : "";
    if (ending) {
      addLiteral(this.#endings, ending, rule);
      this.#endingLengths.add(ending.length);
    } else {
      const places = isForNames ? this.#nameWildcards : this.#pathWildcards;
      places.add({ ...rule, tokens: pattern });
    }
  }
}

function readPattern(pattern: string): string | readonly Token[] | undefined {
  if (!/[*?[\\]/u.test(pattern)) {
    return pattern;
  }
  const tokens = readWildcard(utf8.encode(pattern));
  return (tokens && literalText(tokens)) ?? tokens;
}

function literalText(tokens: readonly Token[]): string | undefined {
  const literal = literalOf(tokens);
  return literal && new TextDecoder().decode(literal);
}

const slash = 0x2f;

function addLiteral(
  places: Map<string, LastRules>,
  key: string,
  { index, isForFolders }: { readonly index: number; readonly isForFolders: boolean },
): void {
  const last = places.get(key) ?? { forFolders: -1, forAll: -1 };
  last[isForFolders ? "forFolders" : "forAll"] = index;
  places.set(key, last);
}

function lastOf(last: LastRules | undefined, isFolder: boolean): number {
  return last ? Math.max(last.forAll, isFolder ? last.forFolders : -1) : -1;
}

function withoutTrailingSpaces(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === "\\") {
      at += 1;
      end = at + 1;
    } else if (line[at] !== " ") {
      end = at + 1;
    }
  }
  return line.slice(0, end);
}

/** Ignores the case of ASCII letters only, as git does. */
function keyOf(text: string): string {
  return /[A-Z]/u.test(text)
    ? text.replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase())
    : text;
}

const utf8 = new TextEncoder();
