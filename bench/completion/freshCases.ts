import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { reasonAgainstPlace } from "../../src/completion/quiet.ts";
import type { IndentStyle } from "../../src/completion/reindent.ts";
import { linesOf } from "../../src/completion/textLines.ts";
import { answerOf, type Fault, isOfBlock, needsWord } from "./faults.ts";

/** A piece cut out of a public file, and what a model answers for it. */
export interface FreshCase {
  readonly repository: string;
  readonly path: string;
  readonly language: string;
  readonly fault: Fault;
  readonly style: IndentStyle;
  /** The file up to the cursor, and from the cursor on, with the closers that the editor puts there. */
  readonly before: string;
  readonly after: string;
  /** The file as it was. */
  readonly whole: string;
  readonly answer: string;
}

const languageOf: Readonly<Record<string, string>> = {
  ts: "typescript",
  js: "javascript",
  py: "python",
  go: "go",
  java: "java",
  rs: "rust",
  cs: "csharp",
  php: "php",
};
const mostUnits = 200_000;
const mostTries = 4_000;
const mostBlockLines = 8;
const leastUnits = 4;

const colonOpener =
  /^\s*(?:async |class|def|elif|else|except|finally|for|if|try|while|with)\b.*:$/u;

type Random = (below: number) => number;

/** Numbers of a linear congruential generator, the same for each seed on every machine. */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One case for each language that the repositories below a folder have, and each fault. */
export function freshCases(
  root: string,
  seed: number,
  faults: readonly Fault[],
): readonly FreshCase[] {
  const files = filesBelow(root);
  return Object.entries(languageOf).flatMap(([ending, language], index) => {
    const own = files.filter(({ path }) => path.endsWith(`.${ending}`));
    const random = randomOf(seed * 1_000 + index);
    return own.length === 0
      ? []
      : faults.flatMap((fault) => caseOf(own, language, fault, random) ?? []);
  });
}

interface StoredFile {
  readonly folder: string;
  readonly repository: string;
  readonly path: string;
}

function filesBelow(root: string): readonly StoredFile[] {
  return readdirSync(root)
    .toSorted()
    .flatMap((repository) => {
      const folder = join(root, repository);
      return git(folder, ["ls-tree", "-r", "--name-only", "HEAD"])
        .split("\n")
        .filter((path) => !/(?:^|\/)(?:vendor|node_modules|dist|build)\/|\.min\.js$/u.test(path))
        .map((path) => ({ folder, repository, path }));
    });
}

function git(folder: string, args: readonly string[]): string {
  const options = { encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  return execFileSync("git", ["-C", folder, ...args], options);
}

function caseOf(
  files: readonly StoredFile[],
  language: string,
  fault: Fault,
  random: Random,
): FreshCase | undefined {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { folder, repository, path } = files[random(files.length)] ?? {
      folder: "",
      repository: "",
      path: "",
    };
    const text = git(folder, ["show", `HEAD:${path}`]).replaceAll("\r\n", "\n");
    const at = random(text.split("\n").length);
    const hole = isOfBlock(fault)
      ? blockHole(text, at, random)
      : lineHole(text, at, random, needsWord(fault));
    const style = styleOf(text);
    const answer =
      hole && text.length < mostUnits ? answerOf(fault, { ...hole, style, language }) : undefined;
    if (hole && answer !== undefined && isAsked(hole)) {
      const { before, after, whole } = hole;
      return { repository, path, language, fault, style, before, after, whole, answer };
    }
  }
  return undefined;
}

export interface Hole {
  readonly before: string;
  readonly after: string;
  readonly whole: string;
  /** The text that was cut out, with closers that the editor has put back. */
  readonly truth: string;
}

/** Cuts a line at any place, or inside a word. */
function lineHole(text: string, at: number, random: Random, isInWord: boolean): Hole | undefined {
  const lines = text.split("\n");
  const line = (lines[at] ?? "").trimEnd();
  const start = line.length - line.trimStart().length;
  const column = start + 1 + random(line.length - start);
  const [before, rest] = [line.slice(0, column), line.slice(column)];
  const closers = closersOf(before, rest);
  const isFit = isInWord ? /[A-Za-z_]\w+$/u.test(before) && /^\w/u.test(rest) : true;
  if (rest.trim().length < leastUnits || line.length > 200 || closers === undefined || !isFit) {
    return undefined;
  }
  const [above, below] = [lines.slice(0, at), lines.slice(at + 1)];
  return {
    before: [...above, before].join("\n"),
    after: [closers, ...below].join("\n"),
    whole: [...above, line, ...below].join("\n"),
    truth: rest,
  };
}

/** Cuts out the lines of a block, after Enter behind the line that opens it, or between its two braces. */
function blockHole(text: string, at: number, random: Random): Hole | undefined {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const block = blockAt(lines, at);
  if (!block) {
    return undefined;
  }
  const head = lines.slice(0, at + 1).join("\n");
  const tail = lines.slice(at + 1 + block.lines.length).join("\n");
  const whole = lines.join("\n");
  const isBetween = block.isClosedNext && random(3) === 0;
  const first = /^\s*/u.exec(block.lines[0] ?? "")?.[0] ?? "";
  const before = isBetween ? head : `${head}\n${first}`;
  const after = isBetween ? tail.trimStart() : `\n${tail}`;
  return { before, after, whole, truth: whole.slice(before.length, whole.length - after.length) };
}

interface Block {
  readonly lines: readonly string[];
  /** True if the brace that closes the block is on the next line. */
  readonly isClosedNext: boolean;
}

/** The short block that a line opens. */
function blockAt(lines: readonly string[], at: number): Block | undefined {
  const line = lines[at] ?? "";
  const end = lines.findIndex(
    (one, index) => index > at && one !== "" && indentOf(one) <= indentOf(line),
  );
  const isBraces = line.endsWith("{") && /^\s*\}/u.test(lines[end] ?? "");
  if (end < 0 || !(isBraces || colonOpener.test(line))) {
    return undefined;
  }
  const inside = lines.slice(at + 1, end);
  const block = inside.slice(0, inside.findLastIndex((one) => one !== "") + 1);
  const isFit = block.length > 0 && block.length <= mostBlockLines && block[0] !== "";
  return isFit && block.join("").trim().length >= leastUnits
    ? { lines: block, isClosedNext: isBraces && block.length === end - at - 1 }
    : undefined;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** True if completion would ask a model here. */
function isAsked({ before, after }: Hole): boolean {
  const above = before.split("\n");
  const cursor = { line: above.length - 1, column: above.at(-1)?.length ?? 0 };
  const place = { lines: linesOf(before + after), cursor, hasSelection: false, last: undefined };
  return reasonAgainstPlace(place) === undefined;
}

/** As the editor detects it: tabs or spaces by the lines, the width by the commonest step. */
function styleOf(text: string): IndentStyle {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const tabs = lines.filter((line) => line.startsWith("\t")).length;
  const spaces = lines.filter((line) => line.startsWith("  ")).length;
  const steps = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    const step = Math.abs(indentOf(line) - indentOf(lines[index - 1] ?? ""));
    if ([2, 3, 4, 6, 8].includes(step)) {
      steps.set(step, (steps.get(step) ?? 0) + 1);
    }
  }
  const [width] = [...steps].toSorted((a, b) => b[1] - a[1])[0] ?? [4];
  return tabs > spaces
    ? { insertSpaces: false, tabSize: 4 }
    : { insertSpaces: true, tabSize: width };
}

const closerOf: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Closers behind a cut of what is open before it and closed behind it; undefined where the line closes more. */
function closersOf(before: string, rest: string): string | undefined {
  const open: Opened[] = [];
  let closers = "";
  const line = before + rest;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    const top = open.at(-1);
    if (sign === "\\") {
      at += 1;
    } else if (sign === top?.sign) {
      open.pop();
      closers += at >= before.length && top.at < before.length ? sign : "";
    } else {
      const opened = openedAt(line, at, top);
      if (opened === "odd") {
        return undefined;
      }
      open.push(...opened);
      at = opened[0]?.at ?? at;
    }
  }
  return before.endsWith("\\") ? undefined : closers;
}

interface Opened {
  readonly sign: string;
  readonly at: number;
}

function openedAt(line: string, at: number, top: Opened | undefined): readonly Opened[] | "odd" {
  const sign = line.charAt(at);
  const around = top?.sign ?? "";
  if (/["'`]/u.test(around)) {
    return around === "`" && line.startsWith("${", at) ? [{ sign: "}", at: at + 1 }] : [];
  }
  if (/["`]/u.test(sign) || (sign === "'" && isString(line, at))) {
    return [{ sign, at }];
  }
  const closer = closerOf[sign];
  if (top && ")]}".includes(sign)) {
    return "odd";
  }
  return closer === undefined ? [] : [{ sign: closer, at }];
}

function isString(line: string, at: number): boolean {
  return !/\w$/u.test(line.slice(0, at)) && line.indexOf("'", at + 1) > 0;
}
