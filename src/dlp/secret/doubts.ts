import type { Doubt } from "../../shared/guarded/doubts.ts";
import { hasHubCheck } from "./hubCheck.ts";
import type { FoundSecret } from "./namedSecrets.ts";
import { publishedKeys } from "./secretForms.ts";
import { isSpelledWord, jsonPart } from "./secretValue.ts";

export interface JudgedSecret extends Omit<FoundSecret, "doubt"> {
  readonly doubt: Doubt | undefined;
}

/** Where calls of tests make a secret an example: `length` is that of the blocks whose result is kept. */
interface Reach {
  readonly length: number;
  readonly before: number;
  readonly after: number;
}

const near: Reach = { length: 512, before: 1_000, after: 400 };
const far: Reach = { length: 4_096, before: 5_000, after: 5_000 };

/** Calls and marks of test code, and requests that tests recorded. */
const testCode =
  /(?<![.\w$])(?:describe|it|test|expect|should|beforeEach|(?:self\.)?assert\w*)(?:\.\w{1,20}){0,2}\(|\bdef test_|@(?:Test|pytest|Parameterized|WithMock)\w*|\bfunc Test[A-Z]\w*\(|\bclass \w*Tests?\b|#\[test\]|^(?:import |\t)"testing"$|^- request:\n {4}body:/imu;
const testWord =
  /\b_?(?:mock|fake|stub|fixture|test(?:ing|s|data)?)(?=\b|_|[A-Z])|class Test[A-Z]/u;
/** Beside it, a gap to fill such as `name: <secret-name>`, or a user whose name is `username`. */
const gap =
  /[:=] ?["']?<[a-z]+(?:[-_ ][a-z]+)+>["']?$|(?:[Uu]ser|[Ll]ogin|[Ff]ull_?[Nn]ame)(?:_?[Nn]ame)?["']?(?:>| ?[:=] ?["'])username["'<]/mu;
/** The start of a line in a comment that documents code; in Ruby with a call. */
const docComment = /^[ \t]*(?:(?:\*|\/\/[/!])[ \t]|#[ \t]{2,}.*\w\()/u;
const example =
  /\b(?:e\.g\.|example|exemplo|sample|dummy|fake|code-block::|literalinclude)[^\n]{0,80}(?:\n[^\n]{0,80}){0,3}$|(?:iex(?:\(\d{1,4}\))?>|>>>) [^\n]*$/iu;

const wordReach = 300;
/** A value that every copy of a program has. */
const givenName = /(?<![a-z])default(?:_?[a-z]{1,12}){0,3}["']?\]?\s?[=:]\s?["'`]?$/iu;
/** Keys of a search in documentation may only read, and every page has them. */
const searchKey = /indexName|docsearch|algolia(?!.{0,8}admin)/iu;
/** A webhook's `token` beside its signature and time is used once. */
const hookToken = /(?<!\w)token["']?\s?[:=]>?\s?["']$/u;
const signedHook = /^(?=.*(?<!\w)timestamp["']?\s?[:=])(?=.*(?<!\w)signature["']?\s?[:=])/su;
/** Before this time, in seconds, a token without an end was issued, or one with an end has ended. */
const longAgo = Date.UTC(2025) / 1_000;

/** Forms that need no name beside them. */
const documented: ReadonlySet<FoundSecret["name"]> = new Set([
  "privateKey",
  "awsKey",
  "cloudKey",
  "githubToken",
  "token",
]);

/** Constants at the start of a file, far from its tests. */
const mayBeFar: ReadonlySet<FoundSecret["name"]> = new Set(["privateKey", "jwt"]);

const isExampleOf: Readonly<Partial<Record<FoundSecret["name"], (value: string) => boolean>>> = {
  password: isSpelledWord,
  url: isSpelledWord,
  jwt: isExampleJwt,
  githubToken: hasWrongCheck,
  token: hasWrongCheck,
};

/** Judges secrets by their surroundings. Each part of a text is looked at once, so that many secrets take linear time. */
export class Doubts {
  readonly #text: string;
  readonly #tests = new Map<Reach, Map<number, boolean>>([
    [near, new Map()],
    [far, new Map()],
  ]);

  constructor(text: string) {
    this.#text = text;
  }

  /** In tests and comments on code, a secret with a form of its own is doubtful, and any other is an example. */
  judge(secrets: readonly FoundSecret[]): readonly JudgedSecret[] {
    return secrets.flatMap((secret) => {
      const { name, start, end } = secret;
      const isExample = this.#isInTest(start, near) || this.#isInComment(start);
      return (name === "password" && this.#isOpen(start, end)) ||
        (isExample && !documented.has(name))
        ? []
        : [{ ...secret, doubt: isExample || this.#isDoubtful(secret) ? "trial" : secret.doubt }];
    });
  }

  #isOpen(start: number, end: number): boolean {
    const around = this.#around(start, end, 160);
    const isHookToken = hookToken.test(this.#text.slice(Math.max(0, start - 20), start));
    return searchKey.test(around) || (isHookToken && signedHook.test(around));
  }

  #around(start: number, end: number, reach: number): string {
    return `${this.#text.slice(Math.max(0, start - reach), start)}\n${this.#text.slice(end, end + reach)}`;
  }

  #isDoubtful({ name, start, end }: FoundSecret): boolean {
    const value = this.#text.slice(start, Math.min(end, start + 4_000));
    const around = this.#around(start, end, wordReach);
    return (
      isExampleOf[name]?.(value) === true ||
      publishedKeys.test(value) ||
      (mayBeFar.has(name) && this.#isInTest(start, far)) ||
      testWord.test(around) ||
      gap.test(around) ||
      givenName.test(this.#text.slice(Math.max(0, start - 40), start)) ||
      example.test(this.#text.slice(Math.max(0, start - 240), start))
    );
  }

  #isInTest(start: number, reach: Reach): boolean {
    const { length, before, after } = reach;
    const block = Math.floor(start / length);
    const known = this.#tests.get(reach)?.get(block);
    if (known !== undefined) {
      return known;
    }
    const at = block * length;
    const isTest = testCode.test(this.#text.slice(Math.max(0, at - before), at + length + after));
    this.#tests.get(reach)?.set(block, isTest);
    return isTest;
  }

  #isInComment(start: number): boolean {
    const line = this.#text.slice(Math.max(0, start - 200), start);
    return docComment.test(line.slice(line.lastIndexOf("\n") + 1));
  }
}

function isExampleJwt(token: string): boolean {
  const claims = jsonPart(token.split(".")[1]);
  const time = claims["exp"] ?? claims["iat"];
  return (
    (typeof time === "number" && time < longAgo) ||
    /\bDoe\b|example|1234567890|hello|test/iu.test(JSON.stringify(claims))
  );
}

/** True for a token of GitHub or npm that these sites never issued. */
function hasWrongCheck(token: string): boolean {
  const [, prefix] = /^(gh[pousr]_|npm_)[A-Za-z0-9]{36}$/u.exec(token) ?? [];
  return prefix !== undefined && !hasHubCheck(token, prefix);
}
