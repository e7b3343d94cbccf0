/**
 * Kind of an option's value or an operand. `file`: the content is read. `entry`: only names and properties are shown.
 * `number`: digits, also with a sign. `text`: harmless in every form. `revision`: Git's revision, a path, or
 * `revision:path`. `format`: Git's format of a commit.
 */
export type WordKind = "file" | "entry" | "number" | "text" | "revision" | "format";

/** A read-only program with its allowed arguments; anything else is refused. */
export interface PlainProgram {
  /** Options of one letter without a value: `-l`, also together as `-la`. */
  readonly flags?: string;
  /** Options of one letter with a value: `-n 5`, `-n5`. */
  readonly values?: Readonly<Record<string, WordKind>>;
  /** Long options, without dashes; with a value (`--name=value`) if the kind is given. */
  readonly long?: Readonly<Record<string, WordKind | "flag">>;
  /** True if `-5` is a number of lines. */
  readonly takesDigits?: boolean;
  /** Operands in order; with `isOpen` the last kind holds for all further ones. */
  readonly operands: readonly WordKind[];
  readonly isOpen?: boolean;
  /** The minimum number of operands; 0 by default. */
  readonly least?: number;
  /** An option that replaces the first operand, like grep's `-e` for its pattern. */
  readonly firstBy?: string;
  /** True if each word is text, even with dashes. */
  readonly isAllText?: boolean;
}

const files = { operands: ["file"], isOpen: true } as const;
const entries = { operands: ["entry"], isOpen: true } as const;
const texts = { operands: ["text"], isOpen: true } as const;

/**
 * Programs of coreutils, findutils, GNU and BSD grep, ripgrep that write nothing, start nothing and never wait, with
 * their options of the same kind. `find` and `sed` have their own grammar. Omitted on purpose: reading whole folders
 * (`grep -r`, `rg` without files, `diff -r`), which would show secret files; following links (`ls -L`); lists of names
 * from a file (`--files0-from`); `tail -f`; outputs (`sort -o`, the second operand of `uniq`).
 */
export const plainPrograms: Readonly<Record<string, PlainProgram>> = {
  pwd: { flags: "LP", operands: [] },
  ls: {
    flags: "aAlh1RtrSdFpisngoucxCmQB",
    long: { all: "flag", "almost-all": "flag", "human-readable": "flag", recursive: "flag" },
    ...entries,
  },
  cat: { flags: "nbsETAvetu", long: { number: "flag", "show-all": "flag" }, ...files },
  head: {
    flags: "qv",
    values: { n: "number", c: "number" },
    long: { lines: "number", bytes: "number", quiet: "flag" },
    takesDigits: true,
    ...files,
  },
  tail: {
    flags: "qv",
    values: { n: "number", c: "number" },
    long: { lines: "number", bytes: "number", quiet: "flag" },
    takesDigits: true,
    ...files,
  },
  wc: { flags: "lwcmL", long: { lines: "flag", words: "flag", bytes: "flag" }, ...files },
  nl: { values: { b: "text", n: "text", w: "number", s: "text", v: "number" }, ...files },
  cut: {
    flags: "s",
    values: { d: "text", f: "text", c: "text", b: "text" },
    long: { complement: "flag", delimiter: "text", fields: "text", "output-delimiter": "text" },
    ...files,
  },
  tr: { flags: "dscCt", operands: ["text", "text"], least: 1 },
  uniq: {
    flags: "cdui",
    values: { f: "number", s: "number", w: "number" },
    long: { count: "flag", repeated: "flag", unique: "flag" },
    operands: ["file"],
  },
  sort: {
    flags: "nrubhVgMdifcCsR",
    values: { k: "text", t: "text" },
    long: { unique: "flag", reverse: "flag", key: "text", "numeric-sort": "flag" },
    ...files,
  },
  diff: {
    flags: "uqsbBwiEtapyc",
    values: { U: "number", C: "number", W: "number" },
    long: { unified: "number", brief: "flag", color: "text", "side-by-side": "flag" },
    operands: ["file", "file"],
    least: 2,
  },
  cmp: { flags: "slb", values: { n: "number" }, operands: ["file", "file"], least: 1 },
  stat: {
    flags: "tL",
    values: { c: "text" },
    long: { format: "text", printf: "text" },
    ...entries,
  },
  file: { flags: "bihkLN", long: { brief: "flag", mime: "flag", "mime-type": "flag" }, ...files },
  du: {
    flags: "shkmac",
    values: { d: "number" },
    long: { "max-depth": "number", summarize: "flag", "human-readable": "flag" },
    ...entries,
  },
  basename: { flags: "a", values: { s: "text" }, ...texts, least: 1 },
  dirname: { ...texts, least: 1 },
  realpath: { flags: "emsq", long: { "relative-to": "entry" }, ...entries, least: 1 },
  echo: { ...texts, isAllText: true },
  true: { ...texts, isAllText: true },
  false: { ...texts, isAllText: true },
  grep: {
    flags: "niIvclLowxEFGPHhqsaTb",
    values: { e: "text", A: "number", B: "number", C: "number", m: "number" },
    long: {
      "ignore-case": "flag",
      "line-number": "flag",
      "invert-match": "flag",
      "word-regexp": "flag",
      "only-matching": "flag",
      "fixed-strings": "flag",
      "extended-regexp": "flag",
      count: "flag",
      color: "text",
      regexp: "text",
      context: "number",
      "max-count": "number",
    },
    takesDigits: true,
    operands: ["text", "file"],
    isOpen: true,
    least: 1,
    firstBy: "e",
  },
  rg: {
    flags: "niIvcloSswxFPHNU",
    values: { e: "text", A: "number", B: "number", C: "number", m: "number" },
    long: {
      "ignore-case": "flag",
      "smart-case": "flag",
      "line-number": "flag",
      "word-regexp": "flag",
      "fixed-strings": "flag",
      "only-matching": "flag",
      multiline: "flag",
      count: "flag",
      color: "text",
      context: "number",
      "max-count": "number",
      "no-config": "flag",
      "no-heading": "flag",
    },
    operands: ["text", "file"],
    isOpen: true,
    least: 2,
    firstBy: "e",
  },
};
