import { indentWidth, isBlank, linesOf } from "../fileLines.ts";
import { type EditRefusal, editText } from "../match/editText.ts";
import type { LineRange, TextEdit } from "../match/matchText.ts";
import { type TextLines, textLines } from "../match/textLines.ts";
import type { PatchAct, PatchChunk } from "./patchGrammar.ts";

export interface PatchedFile {
  readonly path: string;
  readonly movedTo: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export type PatchRefusal = { readonly path: string } & (
  | { readonly reason: "missing" | "exists" | "twice" | "noPlace" }
  | { readonly reason: "edit"; readonly refusal: EditRefusal }
);

export type PatchResult =
  | { readonly kind: "patched"; readonly files: readonly PatchedFile[] }
  | { readonly kind: "refused"; readonly refusal: PatchRefusal };

/** All files after the patch, or the first problem. Lines in `onlyExact` files must match exactly. */
export function applyPatchFiles(
  acts: readonly PatchAct[],
  texts: ReadonlyMap<string, string>,
  onlyExact: ReadonlySet<string> = new Set(),
): PatchResult {
  const files: PatchedFile[] = [];
  const named = new Set<string>();
  for (const act of acts) {
    const target = act.kind === "update" ? act.movedTo : undefined;
    for (const path of [act.path, ...(target === undefined ? [] : [target])]) {
      if (named.has(path)) {
        return { kind: "refused", refusal: { path, reason: "twice" } };
      }
      named.add(path);
    }
    const file = patchedFile(act, texts, onlyExact.has(act.path));
    if ("reason" in file) {
      return { kind: "refused", refusal: file };
    }
    files.push(file);
  }
  return { kind: "patched", files };
}

function patchedFile(
  act: PatchAct,
  texts: ReadonlyMap<string, string>,
  onlyExact: boolean,
): PatchedFile | PatchRefusal {
  const { path } = act;
  const before = texts.get(path);
  if (act.kind === "add") {
    const after = act.lines.map((line) => `${line}\n`).join("");
    return before === undefined
      ? { path, movedTo: undefined, before: undefined, after }
      : { path, reason: "exists" };
  }
  if (before === undefined) {
    return { path, reason: "missing" };
  }
  if (act.kind === "delete") {
    return { path, movedTo: undefined, before, after: undefined };
  }
  if (act.movedTo !== undefined && texts.has(act.movedTo)) {
    return { path: act.movedTo, reason: "exists" };
  }
  const after = updated(before, act.chunks, onlyExact);
  return typeof after === "string"
    ? { path, movedTo: act.movedTo, before, after }
    : { path, ...after };
}

type Cause =
  | { readonly reason: "noPlace" }
  | { readonly reason: "edit"; readonly refusal: EditRefusal };

function updated(text: string, chunks: readonly PatchChunk[], onlyExact: boolean): string | Cause {
  const file = textLines(text);
  const edits: TextEdit[] = [];
  const appended: string[] = [];
  for (const chunk of chunks) {
    const edit = editOf(file.lines, chunk);
    if (edit) {
      edits.push(edit);
    } else if (chunk.isAtEnd) {
      appended.push(...chunk.after);
    } else {
      return { reason: "noPlace" };
    }
  }
  const result = edits.length === 0 ? undefined : editText(text, edits, { onlyExact });
  return result?.kind === "refused"
    ? { reason: "edit", refusal: result.refusal }
    : withAppended(result?.text ?? text, appended, file);
}

function editOf(lines: readonly string[], chunk: PatchChunk): TextEdit | undefined {
  const { before, after, isAtEnd } = chunk;
  const sections = sectionsOf(lines, chunk.anchors);
  if (before.length > 0) {
    const end = { start: lines.length - before.length - 1, end: lines.length };
    return {
      oldText: whole(before),
      newText: whole(after),
      within: isAtEnd ? [end] : sections,
      isWholeLines: true,
    };
  }
  const [section] = sections;
  const anchor = sections.length === 1 && section ? lines[section.start] : undefined;
  if (section === undefined || anchor === undefined || chunk.anchors.length === 0) {
    return undefined;
  }
  const only = { start: section.start, end: section.start + 1 };
  return {
    oldText: whole([anchor]),
    newText: whole([anchor, ...after]),
    within: [only],
    isWholeLines: true,
  };
}

function whole(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** Finds the sections; each is inside the section of the anchor before it. */
function sectionsOf(lines: readonly string[], anchors: readonly string[]): readonly LineRange[] {
  let sections: readonly LineRange[] =
    anchors.length === 0 ? [] : [{ start: 0, end: lines.length }];
  for (const anchor of anchors) {
    sections = sections.flatMap(({ start, end }) =>
      lines.slice(start, end).flatMap((line, index) => {
        const row = start + index;
        return line.trim().startsWith(anchor)
          ? [{ start: row, end: Math.min(end, sectionEnd(lines, row)) }]
          : [];
      }),
    );
  }
  return sections;
}

const startsSection = /^\s*[\p{L}_@#"'`<]/u;

function sectionEnd(lines: readonly string[], start: number): number {
  const depth = indentWidth(lines[start] ?? "");
  const next = lines.findIndex(
    (line, row) =>
      row > start && !isBlank(line) && indentWidth(line) <= depth && startsSection.test(line),
  );
  return next < 0 ? lines.length : next;
}

function withAppended(text: string, appended: readonly string[], file: TextLines): string {
  if (appended.length === 0) {
    return text;
  }
  const end = file.ends.find((lineEnd) => lineEnd !== "") ?? "\n";
  const last = linesOf(text).at(-1) === "" ? "" : end;
  return text + last + appended.map((line) => line + end).join("");
}
