import { plainGit } from "./gitCommands.ts";
import { plainPrograms, type PlainProgram, type WordKind } from "./programTable.ts";
import { readScript, type SimpleCommand } from "./shellReader.ts";

export interface NamedPath {
  readonly path: string;
  /**
   * `file`: the command reads its content, so it must be a regular file. `entry`: only names and properties are shown.
   */
  readonly kind: "file" | "entry";
}

export interface PlainScript {
  readonly commands: readonly SimpleCommand[];
  readonly paths: readonly NamedPath[];
  readonly usesGit: boolean;
}

/**
 * Decides whether a shell script only reads, so that it may run without a question: every command is a listed read-only
 * program with listed options. Undefined for any other script. The caller resolves each path from
 * the script's folder and requires: inside the workspace, no secret file, and a regular file if the kind is `file`.
 */
export function readPlainScript(script: string): PlainScript | undefined {
  const commands = readScript(script);
  const paths = commands?.map(plainPaths);
  return commands && paths?.every((found) => found !== undefined)
    ? {
        commands,
        paths: paths.flat(),
        usesGit: commands.some(({ words }) => words[0] === "git"),
      }
    : undefined;
}

function plainPaths({ words }: SimpleCommand): readonly NamedPath[] | undefined {
  const [name = "", ...rest] = words;
  if (name === "find") {
    return findPaths(rest);
  }
  if (name === "sed") {
    return sedPaths(rest);
  }
  if (name === "git") {
    const [command = "", ...operands] = rest[0] === "--no-pager" ? rest.slice(1) : rest;
    return programPaths(plainGit, command, operands);
  }
  return programPaths(plainPrograms, name, rest);
}

function programPaths(
  programs: Readonly<Record<string, PlainProgram>>,
  name: string,
  words: readonly string[],
): readonly NamedPath[] | undefined {
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (!program) {
    return undefined;
  }
  return program.isAllText === true ? [] : new Arguments(program, words).paths();
}

class Arguments {
  readonly #program: PlainProgram;
  readonly #words: readonly string[];
  readonly #paths: NamedPath[] = [];
  readonly #operands: string[] = [];
  #at = 0;
  #hasFirst = false;

  constructor(program: PlainProgram, words: readonly string[]) {
    this.#program = program;
    this.#words = words;
  }

  paths(): readonly NamedPath[] | undefined {
    for (; this.#at < this.#words.length; this.#at += 1) {
      const word = this.#words[this.#at] ?? "";
      if (word === "--") {
        this.#operands.push(...this.#words.slice(this.#at + 1));
        break;
      }
      if (!this.#take(word)) {
        return undefined;
      }
    }
    return this.#addOperands() ? this.#paths : undefined;
  }

  #take(word: string): boolean {
    if (word === "-" || !word.startsWith("-")) {
      this.#operands.push(word);
      return true;
    }
    if (word.startsWith("--")) {
      return this.#takeLong(word.slice(2));
    }
    return (this.#program.takesDigits === true && /^-\d+$/u.test(word)) || this.#takeShort(word);
  }

  #takeLong(word: string): boolean {
    const [, name = "", value] = /^([^=]*)(?:=(.*))?$/su.exec(word) ?? [];
    const kinds = this.#program.long ?? {};
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined || kind === "flag" || value === undefined) {
      return kind === "flag" && value === undefined;
    }
    this.#hasFirst ||= name === "regexp";
    return this.#add(kind, value);
  }

  /** `-la`, `-n5`, `-n 5`: at most the last letter has a value. */
  #takeShort(word: string): boolean {
    const { flags = "", values = {}, firstBy } = this.#program;
    for (let index = 1; index < word.length; index += 1) {
      const letter = word[index] ?? "";
      const kind = Object.hasOwn(values, letter) ? values[letter] : undefined;
      if (kind !== undefined) {
        this.#hasFirst ||= letter === firstBy;
        const glued = word.slice(index + 1);
        this.#at += glued === "" ? 1 : 0;
        const value = glued === "" ? this.#words[this.#at] : glued;
        return value !== undefined && this.#add(kind, value);
      }
      if (!flags.includes(letter)) {
        return false;
      }
    }
    return true;
  }

  #addOperands(): boolean {
    const { operands, isOpen = false, least = 0 } = this.#program;
    const kinds = this.#hasFirst ? operands.slice(1) : operands;
    const last = kinds.at(-1);
    const count = this.#operands.length + (this.#hasFirst ? 1 : 0);
    return (
      count >= least &&
      this.#operands.every((operand, index) => {
        const kind = kinds[index] ?? (isOpen ? last : undefined);
        return kind !== undefined && this.#add(kind, operand);
      })
    );
  }

  #add(kind: WordKind, value: string): boolean {
    switch (kind) {
      case "text":
        return true;
      case "number":
        return /^[+-]?\d{1,9}$/u.test(value);
      case "format":
        return !value.replaceAll(harmlessPlaceholder, "").includes("%");
      case "revision":
        return this.#addRevision(value);
      case "file":
      case "entry":
        // "-" is standard input: closed, or another plain command's output.
        return value === "-" || this.#addPath(value, kind);
      default:
        return kind satisfies never;
    }
  }

  #addRevision(value: string): boolean {
    const [first = "", ...path] = value.split(":");
    return (
      this.#addPath(first, "entry") && (path.length === 0 || this.#addPath(path.join(":"), "entry"))
    );
  }

  #addPath(path: string, kind: NamedPath["kind"]): boolean {
    this.#paths.push({ path, kind });
    return path !== "";
  }
}

/** Fields of the commit (git-log(1), PRETTY FORMATS). Without `%G?` and its kin, which start a program. */
const harmlessPlaceholder =
  /%[-+ ]?(?:[%nHhTtPpDdsfbBSme]|x[\da-fA-F]{2}|[ac][nNeElLdDriIsth]|g[DdnNeEs]|C(?:red|green|blue|reset|\([a-z ,]+\))|[<>]{1,2}\|?\([\da-z, ]+\)|w\([\d, ]*\))/gu;

/** Omits every test that runs or writes. */
const findTests: Readonly<Record<string, "flag" | "text" | "number" | "entry">> = {
  ...ofKind(
    "flag",
    "empty not and or a o print print0 prune quit true false depth daystart ls xdev",
  ),
  ...ofKind("text", "name iname path ipath wholename regex iregex type size perm mtime mmin ctime"),
  ...ofKind("text", "cmin atime amin user group links inum printf"),
  ...ofKind("number", "maxdepth mindepth"),
  ...ofKind("entry", "newer anewer cnewer samefile"),
};

function ofKind<Kind extends string>(kind: Kind, names: string): Readonly<Record<string, Kind>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, kind]));
}

function findPaths(words: readonly string[]): readonly NamedPath[] | undefined {
  const start = words.findIndex((word) => word.startsWith("-") || word === "(" || word === "!");
  const end = start < 0 ? words.length : start;
  const paths: NamedPath[] = words.slice(0, end).map((path) => ({ path, kind: "entry" }));
  for (let index = end; index < words.length; index += 1) {
    const kind = findTestKind(words[index] ?? "");
    if (kind === undefined) {
      return undefined;
    }
    if (kind !== "flag") {
      index += 1;
      const value = words[index] ?? "";
      if (value === "" || (kind === "number" && !/^\d{1,9}$/u.test(value))) {
        return undefined;
      }
      paths.push(...(kind === "entry" ? [{ path: value, kind }] : []));
    }
  }
  return paths.some(({ path }) => path === "") ? undefined : paths;
}

function findTestKind(word: string): (typeof findTests)[string] | undefined {
  if (["(", ")", "!", ","].includes(word)) {
    return "flag";
  }
  const name = word.slice(1);
  return word.startsWith("-") && Object.hasOwn(findTests, name) ? findTests[name] : undefined;
}

function sedPaths(words: readonly string[]): readonly NamedPath[] | undefined {
  const [quiet, ...rest] = words;
  const [script = "", ...files] = rest[0] === "-e" ? rest.slice(1) : rest;
  const isPrinting = /^\d{1,9}(?:,(?:\d{1,9}|\$))?p(?:;\d{1,9}(?:,(?:\d{1,9}|\$))?p){0,50}$/u.test(
    script,
  );
  return quiet === "-n" && isPrinting && !files.some((file) => /^(?:-.|$)/u.test(file))
    ? files.filter((file) => file !== "-").map((path) => ({ path, kind: "file" }))
    : undefined;
}
