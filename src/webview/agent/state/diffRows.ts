/** A line of a difference. A `mark` is a file's name, or a place in it. */
export interface DiffRow {
  readonly kind: "same" | "added" | "removed" | "mark";
  readonly text: string;
  readonly line?: number;
}

const place = /^@@ -?(\d+)(?:,\d+)?(?: \+(\d+)(?:,\d+)?)? @@/u;
const kinds: Readonly<Record<string, DiffRow["kind"]>> = {
  "+": "added",
  "-": "removed",
  " ": "same",
};

/** A place such as `@@ 12 @@` becomes the numbers of its lines; a single number is a line of the old text. */
export function diffRows(diff: string): readonly DiffRow[] {
  const lines = diff.replace(/\n$/u, "").split("\n");
  const at = { old: Number.NaN, now: Number.NaN };
  const rows = lines.map((text, index): DiffRow => {
    const found = place.exec(text);
    if (found) {
      const old = Number(found[1]);
      // Without its own number, the new text's shift stays as it was.
      const now = found[2] === undefined ? old + (at.now - at.old || 0) : Number(found[2]);
      Object.assign(at, { old, now });
      return gap;
    }
    if (isFileHead(lines, index)) {
      Object.assign(at, { old: 1, now: 1 });
      return { kind: "mark", text };
    }
    const kind = kinds[text.charAt(0)] ?? "mark";
    return kind === "mark" ? { kind, text } : { kind, text: text.slice(1), ...step(at, kind) };
  });
  return rows.filter((row, index) => row !== gap || isLine(rows[index - 1]));
}

const gap: DiffRow = { kind: "mark", text: "⋯" };

function isLine(row: DiffRow | undefined): boolean {
  return row !== undefined && row.kind !== "mark";
}

export function withoutHead(diff: string, path: string): string {
  const head = [`--- ${path}\n+++ ${path}\n`, `--- /dev/null\n+++ ${path}\n`].find((start) =>
    diff.startsWith(start),
  );
  return head === undefined ? diff : diff.slice(head.length);
}

function step(
  at: { old: number; now: number },
  kind: Exclude<DiffRow["kind"], "mark">,
): { readonly line?: number } {
  const line = kind === "removed" ? at.old : at.now;
  at.old += kind === "added" ? 0 : 1;
  at.now += kind === "removed" ? 0 : 1;
  return line > 0 ? { line } : {};
}

/** True for `--- a` followed by `+++ b`, and for the second of the two. */
function isFileHead(lines: readonly string[], index: number): boolean {
  const [before = "", line = "", after = ""] = [lines[index - 1], lines[index], lines[index + 1]];
  return (
    (line.startsWith("--- ") && after.startsWith("+++ ")) ||
    (line.startsWith("+++ ") && before.startsWith("--- "))
  );
}

export function editRows(old: string, now: string): readonly DiffRow[] {
  const [before, after] = [linesOf(old), linesOf(now)];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start += 1;
  }
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) {
    end += 1;
  }
  return [
    ...after.slice(0, start).map(same),
    ...before.slice(start, before.length - end).map((text): DiffRow => ({ kind: "removed", text })),
    ...after.slice(start, after.length - end).map((text): DiffRow => ({ kind: "added", text })),
    ...after.slice(after.length - end).map(same),
  ];
}

function same(text: string): DiffRow {
  return { kind: "same", text };
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/u, "").split(/\r?\n/u);
}

export function countRows(rows: readonly DiffRow[]): {
  readonly added: number;
  readonly removed: number;
} {
  const count = (kind: DiffRow["kind"]): number => rows.filter((row) => row.kind === kind).length;
  return { added: count("added"), removed: count("removed") };
}
