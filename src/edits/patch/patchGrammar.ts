export interface PatchChunk {
  readonly anchors: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly isAtEnd: boolean;
}

export type PatchAct =
  | { readonly kind: "add"; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: "delete"; readonly path: string }
  | {
      readonly kind: "update";
      readonly path: string;
      readonly movedTo: string | undefined;
      readonly chunks: readonly PatchChunk[];
    };

export interface PatchProblem {
  readonly line: number;
  readonly problem: string;
}

const begin = /^\s*\*\*\* Begin Patch\s*$/u;
export const endMark = /^\s*\*\*\* End Patch\s*$/u;
export const fileMark = /^\s*\*\*\* (Add|Update|Delete) File:\s*(\S.*?)\s*$/u;
const moveMark = /^\s*\*\*\* Move to:\s*(\S.*?)\s*$/u;
const endOfFile = /^\s*\*\*\* End of File\s*$/u;
const chunkMark = /^\s*@@(?: (.*?))?\s*$/u;
const diffNumbers = /^-\d+(?:,\d+)? \+\d+(?:,\d+)? @@ ?/u;

/** Ignores text around the patch, such as a code fence; markers may be padded. */
export function parsePatch(text: string): readonly PatchAct[] | PatchProblem {
  const lines = text.split(/\r\n|\r|\n/u);
  const first = lines.findIndex((line) => begin.test(line));
  const last = lines.findLastIndex((line) => endMark.test(line));
  if (first < 0) {
    return { line: 1, problem: "there is no line *** Begin Patch" };
  }
  if (last < first) {
    return { line: lines.length, problem: "there is no line *** End Patch" };
  }
  return new PatchReader(lines.slice(0, last), first + 1).read();
}

type UpdateAct = Extract<PatchAct, { kind: "update" }>;
interface OpenChunk extends PatchChunk {
  readonly anchors: string[];
  readonly before: string[];
  readonly after: string[];
  isAtEnd: boolean;
}

class PatchReader {
  readonly #lines: readonly string[];
  #row: number;

  constructor(lines: readonly string[], row: number) {
    this.#lines = lines;
    this.#row = row;
  }

  read(): readonly PatchAct[] | PatchProblem {
    const acts: PatchAct[] = [];
    while (this.#row < this.#lines.length) {
      const line = this.#lines[this.#row] ?? "";
      const [, kind, path = ""] = fileMark.exec(line) ?? [];
      if (kind === undefined && line.trim() !== "") {
        return this.#problem(
          "a line *** Add File:, *** Update File: or *** Delete File: is needed",
        );
      }
      this.#row += 1;
      const act = kind === undefined ? undefined : this.#act(kind, path);
      if (act && "problem" in act) {
        return act;
      }
      acts.push(...(act ? [act] : []));
    }
    return acts.length === 0 ? this.#problem("the patch names no file") : acts;
  }

  #act(kind: string, path: string): PatchAct | PatchProblem {
    switch (kind) {
      case "Add":
        return this.#added(path);
      case "Delete":
        return { kind: "delete", path };
      default:
        return this.#updated(path);
    }
  }

  #added(path: string): PatchAct | PatchProblem {
    const lines: string[] = [];
    for (; this.#row < this.#lines.length && !this.#isAtFile(); this.#row += 1) {
      const line = this.#lines[this.#row] ?? "";
      if (line.startsWith("+")) {
        lines.push(line.slice(1));
      } else if (line.trim() !== "" && !endOfFile.test(line)) {
        return this.#problem("every line of an added file begins with +");
      }
    }
    return { kind: "add", path, lines };
  }

  #updated(path: string): UpdateAct | PatchProblem {
    const [, movedTo] = moveMark.exec(this.#lines[this.#row] ?? "") ?? [];
    this.#row += movedTo === undefined ? 0 : 1;
    const chunks: OpenChunk[] = [];
    for (; this.#row < this.#lines.length && !this.#isAtFile(); this.#row += 1) {
      if (!this.#takeLine(chunks)) {
        return this.#problem("a line of a change begins with a space, + or -");
      }
    }
    const full = chunks
      .map(withoutBlankEnd)
      .filter(({ before, after }) => before.length + after.length > 0);
    return full.length === 0 && movedTo === undefined
      ? this.#problem(`the update of ${path} has no changes`)
      : { kind: "update", path, movedTo, chunks: full };
  }

  /** False for a line that is not part of a change. */
  #takeLine(chunks: OpenChunk[]): boolean {
    const line = this.#lines[this.#row] ?? "";
    const mark = chunkMark.exec(line);
    if (mark) {
      addAnchor(chunks, mark[1] ?? "");
      return true;
    }
    const open = chunks.at(-1);
    const chunk = open && !open.isAtEnd ? open : newChunk();
    if (chunk !== open && line.trim() !== "") {
      chunks.push(chunk);
    }
    if (endOfFile.test(line)) {
      chunk.isAtEnd = true;
      return true;
    }
    return addLine(chunk, line);
  }

  #isAtFile(): boolean {
    return fileMark.test(this.#lines[this.#row] ?? "");
  }

  #problem(problem: string): PatchProblem {
    return { line: this.#row + 1, problem };
  }
}

function newChunk(): OpenChunk {
  return { anchors: [], before: [], after: [], isAtEnd: false };
}

function addAnchor(chunks: OpenChunk[], given: string): void {
  const anchor = given.replace(diffNumbers, "").replace(/ @@$/u, "").trim();
  const open = chunks.at(-1);
  const isNested = open !== undefined && open.before.length + open.after.length === 0;
  const chunk = isNested ? open : newChunk();
  if (!isNested) {
    chunks.push(chunk);
  }
  chunk.anchors.push(...(anchor === "" ? [] : [anchor]));
}

function addLine({ before, after }: OpenChunk, line: string): boolean {
  const text = line.slice(1);
  switch (line[0]) {
    case "+":
      after.push(text);
      return true;
    case "-":
      before.push(text);
      return true;
    case " ":
    case "\t":
    case undefined:
      // Editors and models drop the space before an empty line, and sometimes before a tab.
      before.push(line[0] === "\t" ? line : text);
      after.push(line[0] === "\t" ? line : text);
      return true;
    default:
      return false;
  }
}

/** Empty lines before the next marker are layout, not part of the patch. */
function withoutBlankEnd(chunk: OpenChunk): OpenChunk {
  while (chunk.before.at(-1) === "" && chunk.after.at(-1) === "" && chunk.before.length > 1) {
    chunk.before.pop();
    chunk.after.pop();
  }
  return chunk;
}
