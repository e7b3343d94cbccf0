import * as z from "zod/mini";

import { linesOf } from "../../../edits/fileLines.ts";
import { isExcludedPath, readAct } from "../../trust/pathTrust.ts";
import {
  type AgentTool,
  done,
  failed,
  type Preparation,
  type ToolResult,
} from "../base/agentTool.ts";
import type { FileLedger } from "../base/fileLedger.ts";
import { notice, numberedLine, problemText } from "../base/fileTexts.ts";
import { holdsSecret } from "../base/heldSecret.ts";
import { pathCauses } from "../base/pathCauses.ts";
import { objectField, textField, withArguments, wholeField } from "../base/toolArguments.ts";
import type { Workspace, WorkspacePath } from "../base/workspace.ts";

const maxLines = 2_000;
const maxLength = 48_000;

const schema = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(4_000)),
  start_line: z.optional(z.int().check(z.minimum(0))),
  end_line: z.optional(z.int().check(z.minimum(0))),
});

export class ReadFile implements AgentTool {
  readonly isWrite = false;
  readonly definition = {
    name: "read_file",
    description:
      "Reads a text file. Each line comes as its number, a tab and the line. At most 2,000 lines and 48,000 " +
      "characters at once; read on with start_line.",
    inputSchema: objectField(
      {
        path: textField("Relative to the workspace, or absolute."),
        start_line: wholeField("First line, from 1."),
        end_line: wholeField("Last line, included."),
      },
      ["path"],
    ),
  };
  readonly #workspace: Workspace;
  readonly #ledger: FileLedger;
  readonly #isReadable: (path: WorkspacePath) => boolean;

  /** `isReadable`: files outside the workspace for the run, such as the person's skills. */
  constructor(
    workspace: Workspace,
    ledger: FileLedger,
    isReadable: (path: WorkspacePath) => boolean = () => false,
  ) {
    this.#workspace = workspace;
    this.#ledger = ledger;
    this.#isReadable = isReadable;
  }

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, schema, input, (args) => this.#prepared(args));
  }

  async #prepared(args: z.infer<typeof schema>): Promise<Preparation> {
    const path = await this.#workspace.locate(args.path);
    const isSecret = await holdsSecret(this.#workspace, path);
    const act = isSecret && !isExcludedPath(path) ? "outside" : readAct(path);
    return {
      kind: "ready",
      planned: {
        act: this.#isReadable(path) ? "read" : act,
        paths: [path.shown],
        ...pathCauses([path]),
        ...(isSecret && { isSecret: true as const }),
        title: `Read ${path.shown}`,
        detail: "",
      },
      run: () => this.#read(path, args),
    };
  }

  async #read(
    path: WorkspacePath,
    { start_line: start, end_line: end }: z.infer<typeof schema>,
  ): Promise<ToolResult> {
    const file = await this.#workspace.read(path);
    if ("problem" in file) {
      return failed(problemText(path, file));
    }
    this.#ledger.noteRead(path, file.hash);
    // A byte order mark would be a hidden character to a model.
    const lines = linesOf(file.text.replace(/^\uFEFF/u, ""));
    const count = lines.at(-1) === "" ? lines.length - 1 : lines.length;
    const from = Math.max(1, start ?? 1);
    if (from > count && count > 0) {
      return failed(`${path.shown} has only ${count} lines.`);
    }
    const rows: string[] = [];
    let length = 0;
    const last = Math.min(count, end ?? count, from + maxLines - 1);
    for (let number = from; number <= last && length < maxLength; number += 1) {
      const row = numberedLine(lines[number - 1] ?? "", number);
      rows.push(row);
      length += row.length + 1;
    }
    const next = from + rows.length;
    const isCut = next <= Math.min(count, end ?? count);
    const head = `${path.shown}, ${count} lines`;
    const tail = isCut
      ? [notice(`lines ${next} to ${count} are left out; go on with start_line ${next}`)]
      : [];
    return done([head, ...rows, ...tail].join("\n"));
  }
}
