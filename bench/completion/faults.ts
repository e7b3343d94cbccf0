import type { IndentStyle } from "../../src/completion/reindent.ts";
import type { Hole } from "./freshCases.ts";

/** What models do to a right answer. */
export const faults = [
  "none, line",
  "none, block",
  "start of the line repeated",
  "line above repeated",
  "next lines repeated",
  "goes on below the block",
  "fence",
  "fence with the whole line",
  "prose and fence",
  "prose behind",
  "other width",
  "tabs for spaces",
  "CRLF",
  "half-typed word repeated",
  "closers too many",
] as const;
export type Fault = (typeof faults)[number];

const ofBlock: ReadonlySet<Fault> = new Set<Fault>([
  "none, block",
  "goes on below the block",
  "fence",
  "prose and fence",
  "other width",
  "tabs for spaces",
  "CRLF",
]);

export function isOfBlock(fault: Fault): boolean {
  return ofBlock.has(fault);
}

export function needsWord(fault: Fault): boolean {
  return fault === "half-typed word repeated";
}

interface FaultyHole extends Hole {
  readonly style: IndentStyle;
  readonly language: string;
}

/** The answer with its fault; undefined if the hole has no place for it. */
export function answerOf(fault: Fault, hole: FaultyHole): string | undefined {
  return answers[fault](hole);
}

const answers: Readonly<Record<Fault, (hole: FaultyHole) => string | undefined>> = {
  "none, line": ({ truth }) => truth,
  "none, block": ({ truth }) => truth,
  "start of the line repeated": (hole) => startOf(hole).trimStart() + hole.truth,
  "line above repeated": (hole) => {
    const above = hole.before
      .split("\n")
      .slice(0, -1)
      .findLast((line) => line.trim() !== "");
    return above === undefined ? undefined : `${above}\n${startOf(hole)}${hole.truth}`;
  },
  "next lines repeated": ({ truth, after }) => {
    const below = after.split("\n").slice(1, 4).join("\n");
    return below.trim() === "" ? undefined : `${truth}\n${below}`;
  },
  "goes on below the block": ({ truth, after }) => truth + after.split("\n").slice(0, 6).join("\n"),
  fence: ({ truth, language }) => `\`\`\`${language}\n${truth.replace(/^\n/u, "")}\n\`\`\`\n`,
  "fence with the whole line": (hole) =>
    `\`\`\`${hole.language}\n${startOf(hole)}${hole.truth}\n\`\`\``,
  "prose and fence": ({ truth, language }) =>
    `Here is the missing code:\n\n\`\`\`${language}\n${truth.replace(/^\n/u, "")}\n\`\`\`\n\nIt fills the block.`,
  "prose behind": ({ truth }) => `${truth}\n\nThis completes the line with the missing arguments.`,
  "other width": (hole) =>
    reindented(hole, hole.style.insertSpaces && hole.style.tabSize === 2 ? "    " : "  "),
  "tabs for spaces": (hole) => reindented(hole, hole.style.insertSpaces ? "\t" : "    "),
  CRLF: ({ truth }) => truth.replaceAll("\n", "\r\n"),
  "half-typed word repeated": (hole) => (/\w+$/u.exec(startOf(hole))?.[0] ?? "") + hole.truth,
  "closers too many": ({ truth }) => `${truth}${/[([{]$/u.test(truth) ? "" : ")}"}`,
};

function startOf({ before }: Hole): string {
  return before.split("\n").at(-1) ?? "";
}

/** The block with another unit of indentation; undefined if it has one line only, or lines that no unit divides. */
function reindented({ before, truth, style }: FaultyHole, unit: string): string | undefined {
  const width = style.insertSpaces ? style.tabSize : 1;
  const all = ((before.split("\n").at(-1) ?? "") + truth).split("\n");
  const depths = all.map((line) => /^[\t ]*/u.exec(line)?.[0].length ?? 0);
  const isEven = all.every((line, at) => line.trim() === "" || (depths[at] ?? 0) % width === 0);
  const isSame = all.slice(1).every((line) => line.trim() === "");
  if (!isEven || isSame) {
    return undefined;
  }
  const [first = "", ...rest] = truth.split("\n");
  return [
    first,
    ...rest.map((line, at) =>
      line === "" ? "" : unit.repeat((depths[at + 1] ?? 0) / width) + line.trimStart(),
    ),
  ].join("\n");
}
