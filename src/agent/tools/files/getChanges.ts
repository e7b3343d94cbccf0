import * as z from "zod/mini";

import { isSecretText } from "../../../shared/guarded/secretContent.ts";
import { isSecretFile } from "../../../shared/guarded/secretFiles.ts";
import type { ChangedFile, RunChanges } from "../../checkpoints/runChanges.ts";
import type { Commands } from "../../command/commands.ts";
import {
  type AgentTool,
  done,
  failed,
  type Preparation,
  type ToolResult,
} from "../base/agentTool.ts";
import { notice, shownDiff } from "../base/fileTexts.ts";
import { withoutSecrets } from "../base/gitDiffText.ts";
import { realFolders } from "../base/manyFolders.ts";
import { objectField, withArguments } from "../base/toolArguments.ts";
import type { Workspace } from "../base/workspace.ts";

const maxText = 48_000;
const gitScript = "git status --short; git diff --no-color --no-ext-diff --no-textconv HEAD";
const gitMs = 30_000;

const schema = z.object({ scope: z.enum(["run", "git"]) });

export interface GetChangesDeps {
  readonly workspace: Workspace;
  readonly changes: () => RunChanges;
  readonly commands?: Commands | undefined;
}

export class GetChanges implements AgentTool {
  readonly isWrite = false;
  readonly definition = {
    name: "get_changes",
    description:
      "Shows changes as a diff: of this run, whether by you or by commands, or all since the last commit in Git.",
    inputSchema: objectField(
      { scope: { type: "string", enum: ["run", "git"], description: "run, or git." } },
      ["scope"],
    ),
  };
  readonly #deps: GetChangesDeps;

  constructor(deps: GetChangesDeps) {
    this.#deps = deps;
  }

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, schema, input, ({ scope }) =>
      Promise.resolve({
        kind: "ready",
        planned: { act: "read", paths: [], title: "Look at the changes", detail: "" },
        run: (signal) => (scope === "run" ? this.#ofRun() : this.#ofGit(signal)),
      }),
    );
  }

  async #ofRun(): Promise<ToolResult> {
    const changes = this.#deps.changes();
    const parts: string[] = [];
    let length = 0;
    const files = await changes.list();
    for (const [index, file] of files.entries()) {
      const text = await this.#diffOf(file, changes);
      length += text.length + 1;
      if (length > maxText - 100) {
        parts.push(notice(`cut; ${files.length - index} more files`));
        break;
      }
      parts.push(text);
    }
    return done(parts.length === 0 ? "Nothing is changed." : parts.join("\n"));
  }

  async #diffOf({ path, kind, added, removed }: ChangedFile, changes: RunChanges): Promise<string> {
    const { shown } = await this.#deps.workspace.locate(path);
    const head = `${kind} ${shown} +${added} -${removed}`;
    const texts = isSecretFile(path) ? undefined : await changes.texts(path);
    const isSecret = [texts?.before, texts?.after].some((text) => isSecretText(path, text ?? ""));
    return texts === undefined || isSecret || added + removed === 0
      ? head
      : `${head}\n${shownDiff(texts.before ?? "", texts.after ?? "")}`;
  }

  async #ofGit(signal: AbortSignal): Promise<ToolResult> {
    const folders = await realFolders(this.#deps.workspace);
    const results: ToolResult[] = [];
    for (const folder of folders) {
      results.push(await this.#ofRepository(folder, signal));
    }
    const [only] = results;
    const names = this.#deps.workspace.folders?.map(({ name }) => name) ?? [];
    return results.length === 1 && only
      ? only
      : {
          isError: results.every(({ isError }) => isError),
          text: results
            .map(({ text }, index) => `In ${names[index]}:\n${text}`)
            .join("\n\n")
            .slice(0, maxText),
        };
  }

  async #ofRepository(folder: string, signal: AbortSignal): Promise<ToolResult> {
    const { commands } = this.#deps;
    // Plain: starts no program of the repository's configuration, and writes nothing.
    if (!commands || !(await commands.isPlain(gitScript, folder))) {
      return failed(
        "Not done. Git cannot be asked safely here: there is no repository, or its configuration could start a " +
          "program. Use scope run, or run git with run_command, which the person may have to approve.",
      );
    }
    const command = await commands.start({
      script: gitScript,
      folder,
      timeoutMs: gitMs,
      way: "plain",
    });
    const stop = (): void => void command.stop();
    signal.addEventListener("abort", stop, { once: true });
    await command.ended;
    signal.removeEventListener("abort", stop);
    const text = withoutSecrets(command.output().text).trim();
    return done(text === "" ? "Nothing is changed." : text.slice(0, maxText));
  }
}
