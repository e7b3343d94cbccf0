import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

interface KeyBinding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly win?: string;
  readonly linux?: string;
  readonly when: string;
}

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const { contributes } = JSON.parse(read("package.json")) as {
  readonly contributes: { readonly keybindings: readonly KeyBinding[] };
};
const { keybindings } = contributes;

/**
 * Letters that VS Code itself binds with Shift+Alt on Windows, Linux or macOS: comment, copy path,
 * compare, format, call hierarchy, cursors at line ends, imports, reveal in the file manager.
 */
const taken = new Set("acdfhior");

test("each key is Shift+Alt with a letter under the left hand, the same everywhere and free in VS Code", () => {
  for (const { key, mac, win, linux, when } of keybindings) {
    expect({ mac, win, linux }).toEqual({});
    // The editor's own keys of an offered text, while a repeated edit is shown.
    if ((key === "tab" || key === "escape") && when.includes("aiHub.repeatEdit == shown")) {
      continue;
    }
    expect(key).toMatch(/^shift\+alt\+[qwertasdfgzxcvb]$/u);
    expect(taken.has(key.at(-1) ?? "")).toBe(false);
  }
});

test.each([
  "README.md",
  "docs/using.md",
  "media/readme.md",
  "src/hubServer/lab/demo/guide/en.ts",
  "src/hubServer/lab/demo/guide/ptBr.ts",
])("%s names no key with Alt that is not bound", (path) => {
  const named = read(path).match(/(?:\b(?:Ctrl|Cmd|Shift)\+)*\bAlt\+[\w+]+/gu) ?? [];
  const bound = new Set(keybindings.map(({ key }) => key));
  expect(named.filter((key) => !bound.has(key.toLowerCase()))).toEqual([]);
});

test("the extension's page names each key", () => {
  const page = read("media/readme.md").toLowerCase();
  expect(
    keybindings.filter(({ key }) => !page.includes(`| ${key}`) && !page.includes(`, ${key}`)),
  ).toEqual([]);
});

test("no state of the editor fulfils two bindings of one key", () => {
  const collisions = keybindings.flatMap((binding, index) =>
    keybindings
      .slice(index + 1)
      .filter((other) => other.key === binding.key && canBothHold(binding.when, other.when))
      .map((other) => `${binding.key}: ${binding.command} and ${other.command}`),
  );
  expect(collisions).toEqual([]);
});

test.each([
  ["a && b == x", "a && b == y", false],
  ["a && b == x", "a && (c == z || b == y)", true],
  ["a && b == x && c != z", "a && (c == z || b == y)", false],
  ["!a", "a", false],
  ["a", "b", true],
])("conditions %j and %j hold together: %s", (one, other, expected) => {
  expect(canBothHold(one, other)).toBe(expected);
});

type State = ReadonlyMap<string, string>;

/** Tries every value that one of the conditions names, and one that none names. */
function canBothHold(one: string, other: string): boolean {
  const values = new Map<string, string[]>();
  for (const [, key = "", value = "true"] of `${one} ${other}`.matchAll(
    /([\w.]+)(?:\s*[!=]=\s*([\w.-]+))?/gu,
  )) {
    values.set(key, [...(values.get(key) ?? [""]), value]);
  }
  return statesOf([...values]).some((state) => holds(one, state) && holds(other, state));
}

function statesOf(values: readonly (readonly [string, readonly string[]])[]): State[] {
  return values.reduce<State[]>(
    (states, [key, possible]) =>
      states.flatMap((state) => possible.map((value) => new Map([...state, [key, value]]))),
    [new Map()],
  );
}

/** A `when` clause of `&&`, `||`, `!`, `==`, `!=` and parentheses. */
function holds(when: string, state: State): boolean {
  const tokens = when.match(/&&|\|\||[!=]=|[()!]|[\w.-]+/gu) ?? [];
  const either = (): boolean => {
    let value = all();
    while (tokens[0] === "||") {
      tokens.shift();
      value = all() || value;
    }
    return value;
  };
  const all = (): boolean => {
    let value = single();
    while (tokens[0] === "&&") {
      tokens.shift();
      value = single() && value;
    }
    return value;
  };
  const single = (): boolean => {
    const token = tokens.shift() ?? "";
    if (token === "!") {
      return !single();
    }
    if (token === "(") {
      const value = either();
      tokens.shift();
      return value;
    }
    const [operator] = tokens;
    if (operator === "==" || operator === "!=") {
      tokens.shift();
      return (state.get(token) === tokens.shift()) === (operator === "==");
    }
    return state.get(token) !== "";
  };
  return either();
}
