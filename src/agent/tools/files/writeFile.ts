import * as z from "zod/mini";

import { linesOf } from "../../../edits/fileLines.ts";
import { withKeptLineEnds } from "../../../edits/review/keptLineEnds.ts";
import { type AgentTool, type Preparation, refused } from "../base/agentTool.ts";
import { problemText } from "../base/fileTexts.ts";
import { flagField, objectField, textField, withArguments } from "../base/toolArguments.ts";
import { type ChangeDeps, plannedChange } from "./changeFiles.ts";

const schema = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(4_000)),
  content: z.string().check(z.maxLength(500_000)),
  overwrite: z.optional(z.boolean()),
});

export class WriteFile implements AgentTool {
  readonly isWrite = true;
  readonly definition = {
    name: "write_file",
    description:
      "Makes a new file with the whole content. A file that is there needs overwrite, and must have been read; " +
      "prefer edit_file for it. It keeps its line ends.",
    inputSchema: objectField(
      {
        path: textField("Relative to the workspace, or absolute."),
        content: textField("The whole content, at most 500 KB."),
        overwrite: flagField("Replaces a file that is there."),
      },
      ["path", "content"],
    ),
  };
  readonly #deps: ChangeDeps;

  constructor(deps: ChangeDeps) {
    this.#deps = deps;
  }

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, schema, input, (args) => this.#prepared(args));
  }

  async #prepared(args: z.infer<typeof schema>): Promise<Preparation> {
    const { content, overwrite = false } = args;
    const { workspace, ledger } = this.#deps;
    const path = await workspace.locate(args.path);
    const before = await workspace.read(path);
    if ("problem" in before && before.problem !== "missing") {
      return refused(problemText(path, before));
    }
    if ("hash" in before && !overwrite) {
      return refused(
        `Not done, nothing was changed. ${path.shown} is there already. Change it with edit_file, or set overwrite.`,
      );
    }
    if ("hash" in before && ledger.hashOf(path) !== before.hash) {
      return refused(
        `Not done, nothing was changed. ${path.shown} is not as you last read it. Read it before you overwrite it.`,
      );
    }
    const known = "hash" in before ? before : undefined;
    const text = known ? withKeptLineEnds(known.text, content) : content;
    const title = known ? `Overwrite ${path.shown}` : `Make ${path.shown}`;
    return plannedChange([{ path, before: known, after: text }], title, {
      ...this.#deps,
      report: ([standing = text]) =>
        `Wrote ${path.shown}, ${linesOf(standing).length} lines.` +
        (standing === text ? "" : " When it was saved, the editor changed it. Read it again."),
    });
  }
}
