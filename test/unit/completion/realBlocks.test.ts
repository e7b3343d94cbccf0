import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import type { IndentStyle } from "../../../src/completion/reindent.ts";
import { acceptedIn } from "./offering.ts";
import { randomOf, realFiles } from "./realFiles.ts";

interface Block {
  readonly style: IndentStyle;
  /** The file up to the block, with the blanks of its first line, and from the block's end on. */
  readonly before: string;
  readonly after: string;
  readonly lines: readonly string[];
  readonly whole: string;
}

const perLanguage = 30;
const mostLines = 8;
const opener = /(?:\{|^\s*(?:class|def|elif|else|except|finally|for|if|try|while|with)\b.*:)$/u;

function leadOf(line: string): string {
  return /^[ \t]*/u.exec(line)?.[0] ?? "";
}

/** The commonest step between lines, as the editor finds it. */
function styleOf(lines: readonly string[]): IndentStyle {
  const leads = lines.filter((line) => line.trim() !== "").map(leadOf);
  const steps = leads.map((lead, at) => Math.abs(lead.length - (leads[at - 1] ?? "").length));
  const count = (width: number): number => steps.filter((step) => step === width).length;
  const tabs = leads.filter((lead) => lead.startsWith("\t")).length;
  const [width = 4] = [2, 3, 4, 8].toSorted((a, b) => count(b) - count(a));
  return tabs > leads.filter((lead) => lead.startsWith("  ")).length
    ? { insertSpaces: false, tabSize: 4 }
    : { insertSpaces: true, tabSize: width };
}

/** Blocks of several lines, each of whose lines is indented by whole units; the last closes no string or comment. */
function blocksIn(text: string): readonly Block[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const style = styleOf(lines);
  const unit = style.insertSpaces ? " ".repeat(style.tabSize) : "\t";
  const isWhole = (line: string): boolean =>
    leadOf(line) === unit.repeat(leadOf(line).length / unit.length);
  return lines.flatMap((line, at) => {
    const end = lines.findIndex(
      (one, index) => index > at && one !== "" && leadOf(one).length <= leadOf(line).length,
    );
    const block = end < 0 ? [] : lines.slice(at + 1, end);
    const isFit =
      opener.test(line) &&
      block.length > 1 &&
      block.length <= mostLines &&
      !block.includes("") &&
      leadOf(block[0] ?? "") === leadOf(line) + unit &&
      [line, ...block].every(isWhole) &&
      !/[^\x20-\x7E\t\n]|"""|'''|```|<\||\/\*|\*\//u.test(block.join("\n"));
    return isFit
      ? [
          {
            style,
            before: [...lines.slice(0, at + 1), leadOf(block[0] ?? "")].join("\n"),
            after: `\n${lines.slice(end).join("\n")}`,
            lines: block,
            whole: lines.join("\n"),
          },
        ]
      : [];
  });
}

function blocksOf(ending: string, files: readonly string[]): readonly Block[] {
  const next = randomOf(ending.length + 7);
  const blocks: Block[] = [];
  for (let tries = 0; files.length > 0 && blocks.length < perLanguage && tries < 600; tries += 1) {
    const found = blocksIn(readFileSync(files[next(files.length)] ?? "", "utf8"));
    blocks.push(...found.slice(next(10)).slice(0, 2));
  }
  return blocks;
}

/** The block as a model writes it that indents by `unit` what is deeper than `base`; the cursor's blanks are there. */
function answerOf({ lines, style }: Block, unit: string, base: string): string {
  const width = style.insertSpaces ? style.tabSize : 1;
  return lines
    .map((line) => {
      const deeper = (leadOf(line).length - base.length) / width;
      return base + unit.repeat(deeper) + line.trimStart();
    })
    .join("\n")
    .trimStart();
}

function unitOf({ style }: Block): string {
  return style.insertSpaces ? " ".repeat(style.tabSize) : "\t";
}

function asIs(block: Block): string {
  return answerOf(block, unitOf(block), "");
}

type Outcome = "right" | "part" | "wrong";

/** `part`: the offer is the beginning of the block. */
function outcomeOf(block: Block, answer: string): Outcome {
  const { before, after, style, whole } = block;
  const got = acceptedIn({ before, after }, answer, style);
  const offered = got?.slice(before.length, got.length - after.length) ?? "";
  return got === whole ? "right" : whole.startsWith(before + offered) ? "part" : "wrong";
}

const blocks = Object.entries(realFiles()).flatMap(([ending, files]) => blocksOf(ending, files));

function share(outcome: Outcome, answers: (block: Block) => string): number {
  const found = blocks.filter((block) => outcomeOf(block, answers(block)) === outcome);
  return found.length / blocks.length;
}

test("a block in the document's own indentation stays as it is", () => {
  expect(blocks.length).toBeGreaterThan(3 * perLanguage);
  expect(share("wrong", asIs)).toBe(0);
  expect(share("right", asIs)).toBeGreaterThan(0.98);
});

test.each([
  ["tabs", "\t", 0.98, 0],
  ["two spaces", "  ", 0.85, 0.07],
  ["three spaces", "   ", 0.8, 0.1],
  ["four spaces", "    ", 0.9, 0.06],
])("a block indented by %s gets the document's indentation", (_, unit, right, wrong) => {
  const whole = (block: Block): string => answerOf(block, unit, "");
  const inner = (block: Block): string => answerOf(block, unit, leadOf(block.lines[0] ?? ""));
  for (const answers of [whole, inner]) {
    expect(share("right", answers)).toBeGreaterThanOrEqual(right);
    expect(share("wrong", answers)).toBeLessThanOrEqual(wrong);
  }
});
