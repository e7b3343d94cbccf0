import * as z from "zod/mini";

import { visibleText } from "../../../shared/text/visibleText.ts";
import { readAct } from "../../trust/pathTrust.ts";
import {
  type AgentTool,
  done,
  failed,
  type Preparation,
  type ToolResult,
} from "../base/agentTool.ts";
import { notice } from "../base/fileTexts.ts";
import { globMatcher } from "../base/globPattern.ts";
import { pathCauses } from "../base/pathCauses.ts";
import { objectField, textField, withArguments, wholeField } from "../base/toolArguments.ts";
import { refusedNotices, walk } from "../base/walk.ts";
import type { Workspace, WorkspacePath } from "../base/workspace.ts";

const maxShown = 500;
const maxWalked = 50_000;
const maxDepth = 50;

const schema = z.object({
  path: z.optional(z.string().check(z.maxLength(4_000))),
  pattern: z.optional(z.string().check(z.maxLength(500))),
  depth: z.optional(z.int().check(z.minimum(1))),
});

/** Lists files that are neither ignored nor secret, one per line, whatever characters their names contain. */
export class ListFiles implements AgentTool {
  readonly isWrite = false;
  readonly definition = {
    name: "list_files",
    description:
      "Lists the files below a folder, at most 500; ignored files and files that may hold secrets are left out.",
    inputSchema: objectField(
      {
        path: textField("A folder; the workspace if absent."),
        pattern: textField("As *.ts or src/**/test/*; without a slash it is the file's name."),
        depth: wholeField("Levels of folders; all if absent."),
      },
      [],
    ),
  };
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, schema, input, (args) => this.#prepared(args));
  }

  async #prepared(args: z.infer<typeof schema>): Promise<Preparation> {
    const path = await this.#workspace.locate(args.path ?? ".");
    return {
      kind: "ready",
      planned: {
        act: readAct(path),
        paths: [path.shown],
        ...pathCauses([path]),
        title: `List ${path.shown}`,
        detail: "",
      },
      run: (signal) => this.#list(path, args, signal),
    };
  }

  async #list(
    path: WorkspacePath,
    { pattern, depth = maxDepth }: z.infer<typeof schema>,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    if (path.kind !== "folder") {
      return failed(`There is no folder ${path.shown}.`);
    }
    const limits = { depth: Math.min(depth, maxDepth), maxFiles: maxWalked, signal };
    const { files, isCut, refused } = await walk(this.#workspace, path, limits);
    const matches = pattern === undefined ? () => true : globMatcher(pattern);
    const found = files.filter(matches).toSorted();
    const more = found.length > maxShown || isCut;
    const tail = [
      ...(more ? [`more than ${maxShown} files; name a folder or a pattern`] : []),
      ...refusedNotices(refused),
    ].map(notice);
    return done(
      found.length === 0
        ? ["No files.", ...tail].join("\n")
        : [...found.slice(0, maxShown).map(visibleText), ...tail].join("\n"),
    );
  }
}
