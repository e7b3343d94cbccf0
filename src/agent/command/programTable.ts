/**
 * `file`: the content is read. `entry`: only names and properties are shown. `text`: harmless in every form.
 * `revision`: Git's revision, a path, or `revision:path`.
 */
export type WordKind = "file" | "entry" | "number" | "text" | "revision" | "format";

export interface PlainProgram {
  /** Letters such as `-l`, also together as `-la`. */
  readonly flags?: string;
  readonly values?: Readonly<Record<string, WordKind>>;
  /** Names without dashes. A kind means that a value follows: `--name=value`. */
  readonly long?: Readonly<Record<string, WordKind | "flag">>;
  readonly takesDigits?: boolean;
  readonly operands: readonly WordKind[];
  readonly isOpen?: boolean;
  readonly least?: number;
  readonly firstBy?: string;
  readonly isAllText?: boolean;
}

const files = { operands: ["file"], isOpen: true } as const;
const entries = { operands: ["entry"], isOpen: true } as const;
const texts = { operands: ["text"], isOpen: true } as const;

/**
 * Programs of coreutils, findutils, GNU and BSD grep, and ripgrep that write nothing, start nothing and never wait.
 * Omitted on purpose: reading whole folders (`grep -r`), which would show secret files; following links (`ls -L`);
 * lists of names from a file; `tail -f`; outputs (`sort -o`, the second operand of `uniq`).
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
