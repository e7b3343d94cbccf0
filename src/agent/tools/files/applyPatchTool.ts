import * as z from "zod/mini";

import { applyPatchFiles, type PatchRefusal } from "../../../edits/patch/patchFiles.ts";
import { parsePatch, type PatchAct } from "../../../edits/patch/patchGrammar.ts";
import { type AgentTool, type Preparation, refused } from "../base/agentTool.ts";
import type { FileChange } from "../base/fileChange.ts";
import { problemText, shownLines } from "../base/fileTexts.ts";
import { declaredTool } from "../base/toolArguments.ts";
import type { FileText, WorkspacePath } from "../base/workspace.ts";
import { type ChangeDeps, plannedChange } from "./changeFiles.ts";
import { refusalText } from "./editFile.ts";
import { readFirst } from "./readFirst.ts";

const maxFiles = 50;
const schema = z.object({
  patch: z.string().check(z.minLength(1), z.maxLength(2_000_000), z.describe("The whole patch.")),
});

interface KnownFile {
  readonly path: WorkspacePath;
  readonly file: FileText | undefined;
}

export function applyPatchTool(deps: ChangeDeps): AgentTool {
  return declaredTool({
    name: "apply_patch",
    description:
      "Changes files by a patch between *** Begin Patch and *** End Patch, with *** Add File: (lines with +), " +
      "*** Update File: (optionally *** Move to:; @@ and a line of the section, then lines with space, - or +) and " +
      "*** Delete File:. Each change must have exactly one place; all of the patch is made or nothing.",
    schema,
    isWrite: true,
    prepare: (args) => preparePatch(args, deps),
  });
}

async function preparePatch(
  { patch }: z.infer<typeof schema>,
  deps: ChangeDeps,
): Promise<Preparation> {
  const acts = parsePatch(patch);
  if ("problem" in acts) {
    return refused(
      `Not done, nothing was changed. Line ${acts.line} of the patch: ${acts.problem}.`,
    );
  }
  if (acts.length > maxFiles) {
    return refused(`Not done, nothing was changed. A patch may name ${maxFiles} files.`);
  }
  const known = await knownFiles(acts, deps);
  if (typeof known === "string") {
    return refused(known);
  }
  const texts = [...known].flatMap(([name, { file }]) =>
    file ? [[name, file.text] as const] : [],
  );
  const stale = [...known].filter(([, one]) => isStale(one, deps)).map(([name]) => name);
  const result = applyPatchFiles(acts, new Map(texts), new Set(stale));
  if (result.kind === "refused") {
    return refused(patchRefusal(result.refusal, known));
  }
  const changes = result.files.flatMap(({ path, movedTo, after }): FileChange[] => {
    const one = known.get(path);
    const target = movedTo === undefined ? undefined : known.get(movedTo)?.path;
    return one ? [{ path: one.path, before: one.file, after, movedTo: target }] : [];
  });
  const names = changes.map(({ path }) => path.shown).join(", ");
  return plannedChange(changes, `Patch ${names}`, {
    ...deps,
    report: (standing) => {
      const others = changes.filter(
        ({ after }, index) => after !== undefined && after !== standing[index],
      );
      const list = others.map((change) => (change.movedTo ?? change.path).shown).join(", ");
      return others.length === 0
        ? `Patched ${names}.`
        : `Patched ${names}. When saving, the editor changed these further: ${list}. Read them again.`;
    },
  });
}

function isStale({ path, file }: KnownFile, { ledger }: ChangeDeps): boolean {
  return file !== undefined && ledger.hashOf(path) !== file.hash;
}

async function findFile(
  name: string,
  { workspace, ledger }: ChangeDeps,
): Promise<KnownFile | string> {
  const path = await workspace.locate(name);
  const file = await workspace.read(path);
  if ("hash" in file) {
    return readFirst(path, file, ledger) ?? { path, file };
  }
  return file.problem === "missing" ? { path, file: undefined } : problemText(path, file);
}

async function knownFiles(
  acts: readonly PatchAct[],
  deps: ChangeDeps,
): Promise<ReadonlyMap<string, KnownFile> | string> {
  const known = new Map<string, KnownFile>();
  for (const act of acts) {
    const moved = act.kind === "update" && act.movedTo !== undefined ? [act.movedTo] : [];
    for (const name of [act.path, ...moved]) {
      const one = await findFile(name, deps);
      if (typeof one === "string") {
        return one;
      }
      known.set(name, one);
    }
    if (act.kind === "delete" || moved.length > 0) {
      const one = known.get(act.path);
      if (one && isStale(one, deps)) {
        return `Not done, nothing was changed. ${one.path.shown} is not as you last read it. Read it first.`;
      }
    }
  }
  return known;
}

function patchRefusal(refusal: PatchRefusal, known: ReadonlyMap<string, KnownFile>): string {
  const nothing = "Not done, nothing was changed.";
  const { path } = refusal;
  switch (refusal.reason) {
    case "missing":
      return `${nothing} There is no file ${path}.`;
    case "exists":
      return `${nothing} ${path} is there already.`;
    case "twice":
      return `${nothing} The patch names ${path} twice. Make one change of both.`;
    case "noPlace":
      return `${nothing} A change of ${path} has no line that says where it belongs. Add lines around it.`;
    default: {
      const one = known.get(path);
      return one
        ? refusalText(one.path, refusal.refusal, shownLines(one.file?.text ?? ""))
        : `${nothing} ${path} cannot be changed.`;
    }
  }
}
