import * as z from "zod/mini";

import { lineDiff } from "../../../edits/lineDiff.ts";
import { type EditRefusal, type EditResult, editText } from "../../../edits/match/editText.ts";
import type { MatchLevel } from "../../../edits/match/matchLevel.ts";
import { type AgentTool, type Preparation, refused } from "../base/agentTool.ts";
import { excerpt, problemText, shownLines } from "../base/fileTexts.ts";
import { declaredTool, filePath } from "../base/toolArguments.ts";
import type { WorkspacePath } from "../base/workspace.ts";
import { type ChangeDeps, plannedChange } from "./changeFiles.ts";
import { readFirst } from "./readFirst.ts";
import { standingPlace } from "./standingPlace.ts";

const schema = z.object({
  path: filePath,
  edits: z
    .array(
      z.object({
        old_text: z.string().check(z.maxLength(500_000), z.describe("The lines as they are.")),
        new_text: z
          .string()
          .check(z.maxLength(500_000), z.describe("The lines as they shall be; empty deletes.")),
        replace_all: z.optional(z.boolean().check(z.describe("Changes every place."))),
        near_line: z.optional(
          z.int().check(z.describe("Decides between several places: the one within 20 lines.")),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(20), z.describe("At most 20.")),
});

export function editFile(deps: ChangeDeps): AgentTool {
  return declaredTool({
    name: "edit_file",
    description:
      "Changes a file: each old_text must be in it exactly once, and becomes new_text. Copy old_text from read_file " +
      "without the line numbers, with enough lines around to be unique. All edits of a call apply to the file as it " +
      "is before the call, and all or none are made.",
    schema,
    isWrite: true,
    prepare: (args) => prepareEdits(args, deps),
  });
}

async function prepareEdits(args: z.infer<typeof schema>, deps: ChangeDeps): Promise<Preparation> {
  const { workspace, ledger } = deps;
  const path = await workspace.locate(args.path);
  const before = await workspace.read(path);
  if ("problem" in before) {
    return refused(problemText(path, before));
  }
  const unread = readFirst(path, before, ledger);
  if (unread !== undefined) {
    return refused(unread);
  }
  const edits = args.edits.map((edit) => ({
    oldText: edit.old_text,
    newText: edit.new_text,
    replaceAll: edit.replace_all,
    nearLine: edit.near_line,
  }));
  const isFresh = ledger.hashOf(path) === before.hash;
  const result = editText(before.text, edits, { onlyExact: !isFresh });
  if (result.kind === "refused") {
    return refused(refusalText(path, result.refusal, shownLines(before.text), isFresh));
  }
  const stale =
    ledger.hashOf(path) === undefined ? "was not read before" : "has changed since it was read";
  const note = isFresh ? "" : ` ${path.shown} ${stale}; every old_text was there exactly.`;
  return plannedChange([{ path, before, after: result.text }], `Edit ${path.shown}`, {
    ...deps,
    report: ([standing = result.text]) => reportText(path, result, standing) + note,
  });
}

const levelTexts: Readonly<Record<MatchLevel, string>> = {
  exact: "",
  lineEnds: "",
  trailingBlanks: " (found with other blanks at line ends)",
  typography: " (found with other quotes, dashes or spaces)",
  indentation: " (found with another indentation, which new_text got too)",
  lineNumbers: " (found without the line numbers)",
  escaping: " (found with one level of escaping less)",
};

const around = 2;

/** `standing`: the text after the file was saved. */
function reportText(
  { shown }: WorkspacePath,
  { text: after, places }: Extract<EditResult, { kind: "edited" }>,
  standing: string,
): string {
  const lines = shownLines(standing);
  const changes = lineDiff(shownLines(after), lines);
  const parts = places.slice(0, 5).map(({ level, ...place }) => {
    const { startLine, endLine } = standingPlace(place, changes);
    return `${levelTexts[level]}\n${excerpt(lines, startLine - around, endLine + around)}`;
  });
  const formatted = changes.length === 0 ? "" : formattedText;
  return `Edited ${shown}.${formatted} It now reads:${parts.join("\n…")}`;
}

const formattedText =
  " When it was saved, the editor changed it further, as a formatter does; the line numbers are those of now.";

export function refusalText(
  { shown }: WorkspacePath,
  refusal: EditRefusal,
  lines: readonly string[],
  isFresh = true,
): string {
  const what = `Not done, nothing was changed. Edit ${refusal.edit + 1} of ${shown}: `;
  switch (refusal.reason) {
    case "blank":
      return `${what}old_text has nothing visible. Give the lines that shall change.`;
    case "same":
      return `${what}it changes nothing: new_text is what the file has.`;
    case "short":
      return `${what}old_text is not in the file. Read the file and copy whole lines.`;
    case "ambiguous":
      return `${what}old_text is there ${refusal.lines.length} times, at lines ${refusal.lines.slice(0, 20).join(", ")}. ${isFresh ? "Add lines around it, or near_line." : "The file is not as you know it: read it first."}`;
    case "inexact":
      return `${what}the file is not as you know it, and old_text is not there exactly:\n${excerpt(lines, refusal.line, refusal.line + 10)}\nRead the file first.`;
    case "overlap":
      return `${what}it overlaps edit ${refusal.other + 1}. Make one edit of both.`;
    default: {
      const { nearest } = refusal;
      const like = nearest
        ? `The most similar lines are:\n${excerpt(lines, nearest.start, nearest.start + nearest.lines.length - 1)}\n`
        : "";
      return `${what}old_text is not in the file. ${like}Copy the lines from read_file.`;
    }
  }
}
