import { applyPatchFiles } from "./patchFiles.ts";
import { endMark, fileMark, parsePatch } from "./patchGrammar.ts";

export interface GrowingPatch {
  readonly path: string;
  /** The file's text with the changes that have a place so far. */
  readonly textFrom: (before: string) => string;
}

/** The file that an incomplete patch changes or adds last; undefined before its path is complete. */
export function growingPatch(patch: string, isWhole: boolean): GrowingPatch | undefined {
  const lines = patch.split(/\r\n|\r|\n/u);
  const whole = isWhole ? lines : lines.slice(0, -1);
  const start = whole.findLastIndex((line) => fileMark.test(line));
  const [, kind, path] = fileMark.exec(whole[start] ?? "") ?? [];
  if (path === undefined || kind === "Delete") {
    return undefined;
  }
  const own = whole.slice(start).filter((line) => !endMark.test(line));
  const section = ["*** Begin Patch", ...own, "*** End Patch"].join("\n");
  return { path, textFrom: (before) => patchedText(section, before) };
}

function patchedText(section: string, before: string): string {
  const acts = parsePatch(section);
  const act = "problem" in acts ? undefined : acts[0];
  if (act?.kind === "add") {
    return act.lines.map((line) => `${line}\n`).join("");
  }
  if (act?.kind !== "update") {
    return before;
  }
  const { path, chunks } = act;
  const texts = new Map([[path, before]]);
  // The last change may have several places until its next lines arrive.
  for (const some of [chunks, chunks.slice(0, -1)]) {
    const result = applyPatchFiles(
      [{ kind: "update", path, movedTo: undefined, chunks: some }],
      texts,
    );
    if (result.kind === "patched") {
      return result.files[0]?.after ?? before;
    }
  }
  return before;
}
