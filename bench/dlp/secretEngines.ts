import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { scanText } from "../../src/dlp/find/scanText.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface SecretEngine {
  readonly name: string;
  readonly find: (text: string) => Promise<readonly Span[]>;
}

export const ours: readonly SecretEngine[] = [
  { name: "ours, certain", find: (text) => Promise.resolve(secretsIn(text, false)) },
  { name: "ours, with possible", find: (text) => Promise.resolve(secretsIn(text, true)) },
];

function secretsIn(text: string, withPossible: boolean): readonly Span[] {
  return scanText(text).filter(
    ({ kind, certainty }) => kind === "secret" && (withPossible || certainty === "certain"),
  );
}

interface Linted {
  readonly messages: readonly { readonly range: readonly [number, number] }[];
}

interface Secretlint {
  readonly lintSource: (options: object) => Promise<Linted>;
}

/** `@secretlint/core` with its recommended rules, installed in a folder outside the repository. */
export async function secretlint(folder: string): Promise<SecretEngine> {
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(folder, "node_modules/@secretlint", name)).href);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of its documentation
  const core = (await load("core/module/index.js")) as Secretlint;
  const preset = await load("secretlint-rule-preset-recommend/module/index.js");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a module
  const rule = (preset as { readonly creator: unknown }).creator;
  const config = { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule }] };
  return {
    name: "secretlint, recommended",
    find: async (content) => {
      const source = { content, filePath: "a.txt", ext: ".txt", contentType: "text" };
      const { messages } = await core.lintSource({ source, options: { config } });
      return messages.map(({ range: [start, end] }) => ({ start, end }));
    },
  };
}

interface Rule {
  readonly pattern: RegExp;
  readonly keywords: readonly string[];
  readonly entropy: number;
  readonly group: number;
  readonly excuses: readonly RegExp[];
  readonly stopWords: readonly string[];
}

/** gitleaks' rules, from its `gitleaks.toml`; rules whose syntax this language lacks are left out. */
export function gitleaks(file: string): SecretEngine {
  const [head = "", ...blocks] = readFileSync(file, "utf8").split(/^\[\[rules\]\]$/mu);
  const general = excusesOf(head);
  const rules = blocks.flatMap((block) => ruleOf(block, general) ?? []);
  return {
    name: `gitleaks, ${rules.length} of ${blocks.length} rules`,
    find: (text) => Promise.resolve(rules.flatMap((rule) => matchesOf(rule, text))),
  };
}

function ruleOf(block: string, general: readonly RegExp[]): Rule | undefined {
  const pattern = translated(/^regex = '''(.*?)'''$/msu.exec(block)?.[1]);
  return (
    pattern && {
      pattern,
      keywords: wordsIn(block, "keywords"),
      entropy: Number(/^entropy = ([\d.]+)$/mu.exec(block)?.[1] ?? 0),
      group: Number(/^secretGroup = (\d+)$/mu.exec(block)?.[1] ?? 0),
      excuses: [...general, ...excusesOf(block)],
      stopWords: wordsIn(block, "stopwords"),
    }
  );
}

function excusesOf(block: string): readonly RegExp[] {
  const [, list = ""] = /^regexes = \[(.*?)^\]/msu.exec(block) ?? [];
  return [...list.matchAll(/'''(.*?)'''/gsu)].flatMap(([, source]) => translated(source) ?? []);
}

function wordsIn(block: string, name: string): readonly string[] {
  const [, list = ""] = new RegExp(String.raw`^${name} = \[(.*?)\]`, "msu").exec(block) ?? [];
  return [...list.matchAll(/"([^"]+)"/gu)].map(([, word = ""]) => word.toLowerCase());
}

/** RE2's syntax as this language's. A flag inside a group holds to the group's end. */
function translated(source: string | undefined): RegExp | undefined {
  if (source === undefined) {
    return undefined;
  }
  let result = source
    .replaceAll("(?P<", "(?<")
    .replaceAll("[[:alnum:]]", "[A-Za-z0-9]")
    .replaceAll(String.raw`\z`, "$");
  for (let flag = flagIn(result); flag; flag = flagIn(result)) {
    const [whole, letters = ""] = flag;
    const from = flag.index + whole.length;
    const end = endOfGroup(result, from);
    result = `${result.slice(0, flag.index)}(?${letters}:${result.slice(from, end)})${result.slice(end)}`;
  }
  try {
    return new RegExp(result, "g");
  } catch {
    return undefined;
  }
}

function flagIn(source: string): RegExpExecArray | null {
  return /\(\?(-?[ims]+)\)/u.exec(source);
}

function endOfGroup(source: string, from: number): number {
  let depth = 0;
  let isInSet = false;
  for (let at = from; at < source.length; at += 1) {
    const character = source[at];
    if (character === "\\") {
      at += 1;
    } else if (isInSet || character === "[") {
      isInSet = character !== "]";
    } else if (character === "(") {
      depth += 1;
    } else if (character === ")" && depth-- === 0) {
      return at;
    }
  }
  return source.length;
}

function matchesOf(rule: Rule, text: string): readonly Span[] {
  const lower = text.toLowerCase();
  if (rule.keywords.length > 0 && !rule.keywords.some((word) => lower.includes(word))) {
    return [];
  }
  return [...text.matchAll(rule.pattern)].flatMap((match) => {
    const secret = (rule.group > 0 ? match[rule.group] : match.slice(1).find(Boolean)) ?? match[0];
    const isExcused =
      rule.excuses.some((excuse) => secret.search(excuse) >= 0) ||
      rule.stopWords.some((word) => secret.toLowerCase().includes(word));
    const start = match.index + match[0].lastIndexOf(secret);
    return isExcused || entropyOf(secret) < rule.entropy
      ? []
      : [{ start, end: start + secret.length }];
  });
}

function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts.values()].reduce((bits, count) => {
    const share = count / value.length;
    return bits - share * Math.log2(share);
  }, 0);
}
