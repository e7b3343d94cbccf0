import {
  literalOf,
  matchesWildcard,
  readWildcard,
  type Token,
  type WorkBudget,
} from "./wildcard.ts";

/** A longer rule matches no real path: it is a mistake, or it is there to cost time. */
const maxRuleUnits = 4096;

interface Rule {
  /** Begins with `!`: includes a path again. */
  readonly isNegated: boolean;
  /** Ends with a slash: matches folders only. */
  readonly isForFolders: boolean;
}

interface WildcardRule extends Rule {
  /** The rule's place in the file: the last rule that matches decides. */
  readonly index: number;
  readonly tokens: readonly Token[];
  /**
   * Whether the rule is compared with the name in any folder, because it has no slash; else it is compared with
   * the path below the file's folder.
   */
  readonly isForNames: boolean;
}

/** The last rules for one literal name or path: one for folders only, one for files as well. */
interface LastRules {
  forFolders: number;
  forAll: number;
}

/**
 * The rules of one file in the order of gitignore(5). Most are literal and are found by one look-up, however
 * many there are.
 */
export class RuleFile {
  readonly #rules: Rule[] = [];
  readonly #names = new Map<string, LastRules>();
  readonly #paths = new Map<string, LastRules>();
  readonly #wildcards: WildcardRule[] = [];
  #hasTooLong = false;

  constructor(content: string) {
    for (const line of content.replace(/^\uFEFF/u, "").split("\n")) {
      this.#add(line);
    }
  }

  /** Whether a rule is longer than any path. Then no rule of this file is used. */
  get hasTooLong(): boolean {
    return this.#hasTooLong;
  }

  /** The decision of the last rule that matches this path; undefined if none matches or the budget is used up. */
  test(path: string, isFolder: boolean, budget: WorkBudget): "out" | "in" | undefined {
    const key = keyOf(path);
    const literal = Math.max(
      lastOf(this.#names.get(key.slice(key.lastIndexOf("/") + 1)), isFolder),
      lastOf(this.#paths.get(key), isFolder),
    );
    const bytes = utf8.encode(path);
    const name = bytes.subarray(bytes.lastIndexOf(slash) + 1);
    budget.left -= 1;
    const wildcard = this.#wildcards.findLast((rule) => {
      budget.left -= 1;
      // Rules before the literal one are overridden by it. Without budget the result is unknown.
      return (
        rule.index < literal ||
        budget.left < 0 ||
        ((!rule.isForFolders || isFolder) &&
          matchesWildcard(rule.tokens, rule.isForNames ? name : bytes, budget))
      );
    });
    const rule = this.#rules[Math.max(literal, wildcard?.index ?? -1)];
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
    const pattern = text.slice(isNegated ? 1 : 0, isForFolders ? -1 : undefined);
    if (pattern.length > maxRuleUnits) {
      this.#hasTooLong = true;
      return;
    }
    const isForNames = !pattern.includes("/");
    const wildcard = readPattern(pattern.startsWith("/") ? pattern.slice(1) : pattern);
    const index = this.#rules.push({ isNegated, isForFolders }) - 1;
    if (typeof wildcard === "string") {
      const places = isForNames ? this.#names : this.#paths;
      addLiteral(places, keyOf(wildcard), { index, isForFolders });
    } else if (wildcard) {
      this.#wildcards.push({ index, isNegated, isForFolders, isForNames, tokens: wildcard });
    }
  }
}

/** The pattern's tokens, or its text if it has no wildcards; undefined if it can match nothing. */
function readPattern(pattern: string): string | readonly Token[] | undefined {
  if (!/[*?[\\]/u.test(pattern)) {
    return pattern;
  }
  const tokens = readWildcard(utf8.encode(pattern));
  const literal = tokens && literalOf(tokens);
  return literal ? new TextDecoder().decode(literal) : tokens;
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

/** Removes spaces at the end, except after a backslash. */
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
