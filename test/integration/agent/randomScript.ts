/** A small generator of random numbers (mulberry32): the same scripts for the same seed. */
function randomSource(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const programs = ["p1", "p2", "p3"];
const pieces = [
  "a",
  "-n",
  "--x=1",
  "a=b",
  "=a",
  "x:y",
  "1",
  "2",
  "@",
  "+",
  "%1",
  "a,b",
  "./a",
  "..",
  "-",
];
const quoted = [
  "'a b'",
  '"a b"',
  "''",
  `"'"`,
  `'"$x"'`,
  "'*'",
  "'a\\nb'",
  '"é東"',
  "'#'",
  '"~"',
  "'!x'",
  "'=ls'",
];
const operators = [" && ", " || ", ";", "; ", " | ", "|", "\n", " \n ", "&&", "||", " |\n"];
const redirections = [" 2>&1", " >/dev/null", " 2>/dev/null", " > /dev/null", "2>&1", ">/dev/null"];
/** Characters and words that mean something to some shell. */
const special = [
  ...Array.from("$`\\'\"(){}[]<>*?~!#&|;=^%@+-:,./ \t\n"),
  "$x",
  "$(p2)",
  "`p2`",
  "${x}",
  "{a,b}",
  "{1..3}",
  "~/x",
  "a~",
  "x=~",
  "*",
  "?",
  "[a]",
  "!!",
  "!1",
  "^a^b",
  "&",
  "&>",
  ">|",
  ">&2",
  "<<x",
  "<(p2)",
  "=(p2)",
  "$'a'",
  '$"a"',
  "\\\n",
  "# p2",
  "if",
  "then",
  "fi",
  "for",
  "time",
  "coproc",
  "function",
  "noglob",
  "-",
  "nocorrect",
  "repeat 2",
  "é",
  "\u00a0",
  "\u3000",
  "\r",
  "[[",
  "((",
];

/**
 * A script near the border of what is plain: commands of recorders with literal and quoted words, joined by
 * operators, and in two of three scripts one to three insertions, deletions or doublings of special characters.
 */
export function randomScript(seed: number): string {
  const below = randomSource(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const word = (): string =>
    Array.from({ length: 1 + below(2) }, () => pick(below(2) ? pieces : quoted)).join("");
  const command = (): string =>
    [pick(programs), ...Array.from({ length: below(4) }, word)].join(" ") +
    (below(4) ? "" : pick(redirections));
  let script = command();
  for (let count = below(4); count > 0; count -= 1) {
    script += pick(operators) + command();
  }
  for (let count = below(3); count > 0; count -= 1) {
    const at = below(script.length + 1);
    const kind = below(4);
    const cut = kind === 0 ? at + 1 : at;
    const added = kind === 0 ? "" : kind === 1 ? script.slice(at, at + 3) : pick(special);
    script = script.slice(0, at) + added + script.slice(cut);
  }
  return script;
}
