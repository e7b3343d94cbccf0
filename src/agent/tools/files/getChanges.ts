import * as z from "zod/mini";

import { isSecretText } from "../../../shared/guarded/secretContent.ts";
import { isSecretFile } from "../../../shared/guarded/secretFiles.ts";
import type { ChangedFile, RunChanges } from "../../checkpoints/runChanges.ts";
import type { Commands } from "../../command/commands.ts";
import { type AgentTool, done, failed, type ToolResult } from "../base/agentTool.ts";
import { notice, shownDiff } from "../base/fileTexts.ts";
import { withoutSecrets } from "../base/gitDiffText.ts";
import { realFolders } from "../base/manyFolders.ts";
import { declaredTool } from "../base/toolArguments.ts";
import type { Workspace } from "../base/workspace.ts";

const maxText = 48_000;
const gitScript = "git status --short; git diff --no-color --no-ext-diff --no-textconv HEAD";
const gitMs = 30_000;

const schema = z.object({
  scope: z.enum(["run", "git"]).check(z.describe("run, or git.")),
});

export interface GetChangesDeps {
  readonly workspace: Workspace;
  readonly changes: () => RunChanges;
  readonly commands?: Commands | undefined;
}

export function getChanges(deps: GetChangesDeps): AgentTool {
  return declaredTool({
    name: "get_changes",
    description:
      "Shows changes as a diff: of this run, whether by you or by commands, or all since the last commit in Git.",
    schema,
    isWrite: false,
    prepare: ({ scope }) => ({
      kind: "ready",
      planned: { act: "read", paths: [], title: "Look at the changes", detail: "" },
      run: (signal) => (scope === "run" ? changesOfRun(deps) : changesInGit(deps, signal)),
    }),
  });
}

async function changesOfRun(deps: GetChangesDeps): Promise<ToolResult> {
  const changes = deps.changes();
  const parts: string[] = [];
  let length = 0;
  const files = await changes.list();
  for (const [index, file] of files.entries()) {
    const text = await diffOf(file, changes, deps.workspace);
    length += text.length + 1;
    if (length > maxText - 100) {
      parts.push(notice(`cut; ${files.length - index} more files`));
      break;
    }
    parts.push(text);
  }
  return done(parts.length === 0 ? "Nothing is changed." : parts.join("\n"));
}

async function diffOf(
  { path, kind, added, removed }: ChangedFile,
  changes: RunChanges,
  workspace: Workspace,
): Promise<string> {
  const { shown } = await workspace.locate(path);
  const head = `${kind} ${shown} +${added} -${removed}`;
  const texts = isSecretFile(path) ? undefined : await changes.texts(path);
  const isSecret = [texts?.before, texts?.after].some((text) => isSecretText(path, text ?? ""));
  return texts === undefined || isSecret || added + removed === 0
    ? head
    : `${head}\n${shownDiff(texts.before ?? "", texts.after ?? "")}`;
}

async function changesInGit(
  { workspace, commands }: GetChangesDeps,
  signal: AbortSignal,
): Promise<ToolResult> {
  const folders = await realFolders(workspace);
  const results: ToolResult[] = [];
  for (const folder of folders) {
    results.push(await changesOfRepository(folder, commands, signal));
  }
  const [only] = results;
  const names = workspace.folders?.map(({ name }) => name) ?? [];
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

async function changesOfRepository(
  folder: string,
  commands: Commands | undefined,
  signal: AbortSignal,
): Promise<ToolResult> {
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
