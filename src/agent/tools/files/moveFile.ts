import * as z from "zod/mini";

import { type AgentTool, type Preparation, refused } from "../base/agentTool.ts";
import { problemText } from "../base/fileTexts.ts";
import { objectField, textField, withArguments } from "../base/toolArguments.ts";
import type { FileText, WorkspacePath } from "../base/workspace.ts";
import { type ChangeDeps, plannedChange } from "./changeFiles.ts";

const path = z.string().check(z.minLength(1), z.maxLength(4_000));
const moveSchema = z.object({ from: path, to: path });
const deleteSchema = z.object({ path });

export class MoveFile implements AgentTool {
  readonly isWrite = true;
  readonly definition = {
    name: "move_file",
    description:
      "Moves or renames one file; nothing may be at the new place. The file must have been read.",
    inputSchema: objectField({ from: textField("The file."), to: textField("Its new path.") }, [
      "from",
      "to",
    ]),
  };
  readonly #deps: ChangeDeps;

  constructor(deps: ChangeDeps) {
    this.#deps = deps;
  }

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, moveSchema, input, (args) => this.#prepared(args));
  }

  async #prepared(args: z.infer<typeof moveSchema>): Promise<Preparation> {
    const found = await knownFile(args.from, this.#deps);
    if ("text" in found) {
      return refused(found.text);
    }
    const to = await this.#deps.workspace.locate(args.to);
    if (to.kind !== "missing") {
      return refused(`Not done, nothing was changed. ${to.shown} is there already.`);
    }
    const { from, before } = found;
    const change = { path: from, before, after: before.text, movedTo: to };
    return plannedChange([change], `Move ${from.shown} to ${to.shown}`, {
      ...this.#deps,
      report: () => `Moved ${from.shown} to ${to.shown}.`,
    });
  }
}

export class DeleteFile implements AgentTool {
  readonly isWrite = true;
  readonly definition = {
    name: "delete_file",
    description: "Deletes one file. The file must have been read.",
    inputSchema: objectField({ path: textField("The file.") }, ["path"]),
  };
  readonly #deps: ChangeDeps;

  constructor(deps: ChangeDeps) {
    this.#deps = deps;
  }

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, deleteSchema, input, (args) => this.#prepared(args));
  }

  async #prepared(args: z.infer<typeof deleteSchema>): Promise<Preparation> {
    const found = await knownFile(args.path, this.#deps);
    if ("text" in found) {
      return refused(found.text);
    }
    const { from, before } = found;
    return plannedChange([{ path: from, before, after: undefined }], `Delete ${from.shown}`, {
      ...this.#deps,
      report: () => `Deleted ${from.shown}.`,
    });
  }
}

async function knownFile(
  given: string,
  { workspace, ledger }: ChangeDeps,
): Promise<
  { readonly from: WorkspacePath; readonly before: FileText } | { readonly text: string }
> {
  const from = await workspace.locate(given);
  const before = await workspace.read(from);
  if ("problem" in before) {
    return { text: problemText(from, before) };
  }
  return ledger.hashOf(from) === before.hash
    ? { from, before }
    : {
        text: `Not done, nothing was changed. ${from.shown} is not as you last read it. Read it first.`,
      };
}
