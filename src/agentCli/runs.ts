import { relative } from "node:path";

import type { AgentEvent } from "../agent/run/cards/agentEvents.ts";
import { isNote } from "../agent/run/runPrompt.ts";
import type { RunState } from "../agent/run/runState.ts";
import { realPathOf } from "../agentNode/files/realPaths.ts";
import { maskedTitle } from "../chat/title.ts";
import { visibleLines, visibleText } from "../shared/text/visibleText.ts";
import { dataFolder } from "../sharedNode/dataFolder.ts";
import { UsageError } from "../sharedNode/flags.ts";
import { ProgramError } from "./run/programError.ts";
import type { ProgramOptions } from "./run/programOptions.ts";
import { messageText } from "./run/promptContent.ts";
import { changesOfRun, removeCheckpoints } from "./run/runCheckpoints.ts";
import { type SavedHead, SavedRuns, stateOf } from "./run/savedRuns.ts";
import { eventText, print } from "./run/terminal.ts";
import { unifiedDiff } from "./run/unifiedDiff.ts";

type RunsOptions = Pick<ProgramOptions, "task" | "folder" | "isJson" | "isForAll">;

/** `runs list`, `show`, `diff` and `remove`. Throws a `UsageError` or a `ProgramError`. */
export async function manageRuns(options: RunsOptions): Promise<void> {
  const [action = "list", ...ids] = options.task.split(/\s+/u).filter((word) => word !== "");
  const saved = new SavedRuns(dataFolder());
  switch (action) {
    case "list":
      await list(saved, options);
      return;
    case "show":
      await show(saved, await headOf(saved, ids), options);
      return;
    case "diff":
      await diff(await headOf(saved, ids), options);
      return;
    case "remove":
      await remove(saved, ids);
      return;
    default:
      throw new UsageError(`runs takes list, show, resume, diff or remove, not ${action}`);
  }
}

/** Continues a run for `runs resume <id> [text]`, in the run's folder. */
export async function resumed(options: ProgramOptions): Promise<ProgramOptions> {
  const [, id = "", text = ""] = /^resume(?:\s+(\S+))?\s*(.*)$/su.exec(options.task) ?? [];
  const { id: resume, folder } = await headOf(new SavedRuns(dataFolder()), id === "" ? [] : [id]);
  return { ...options, command: undefined, resume, folder, task: text };
}

async function headOf(saved: SavedRuns, ids: readonly string[]): Promise<SavedHead> {
  const [id, ...others] = ids;
  if (id === undefined || others.length > 0) {
    throw new UsageError("Give the id of one run, or its beginning. All ids: runs --all");
  }
  const head = await saved.head(id);
  if (!head) {
    throw new ProgramError(`There is no run ${id}.`);
  }
  return head;
}

async function list(saved: SavedRuns, { folder, isJson, isForAll }: RunsOptions): Promise<void> {
  const here = await realPathOf(folder);
  const heads = (await saved.heads()).filter((head) => isForAll || head.folder === here);
  if (heads.length === 0 && !isJson) {
    print(isForAll ? "There are no runs." : "There are no runs of this folder. Others: runs --all");
  }
  for (const head of heads) {
    print(isJson ? JSON.stringify(jsonHead(head)) : headLine(head, isForAll));
  }
}

function jsonHead({ id, folder, model, at, ...head }: SavedHead) {
  const title = maskedTitle(head.title ?? "");
  return { id, folder, model, title, state: stateWord(head), at: new Date(at).toISOString() };
}

function stateWord({ outcome }: Pick<SavedHead, "outcome">): string {
  return outcome ?? "unfinished";
}

/** A run's line, cut to the terminal's width; two lines in a narrow terminal. */
function headLine({ id, at, folder, ...head }: SavedHead, isForAll: boolean): string {
  const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
  const start = [id.slice(0, 8), stateWord(head).padEnd(10), ageText(Date.now() - at).padEnd(8)];
  const place = isForAll ? ` (${folder})` : "";
  const text = visibleText(`${maskedTitle(head.title ?? "")}${place}`);
  const line = start.join("  ");
  const room = width < 60 ? width - 2 : width - line.length - 2;
  const shown = text.length > room ? `${text.slice(0, Math.max(0, room - 1))}…` : text;
  return width < 60 ? `${line.trimEnd()}\n  ${shown}` : `${line}  ${shown}`;
}

function ageText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) {
    return "now";
  }
  if (minutes < 60) {
    return `${minutes} min`;
  }
  return minutes < 1_440 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} d`;
}

async function show(saved: SavedRuns, head: SavedHead, { isJson }: RunsOptions): Promise<void> {
  const run = await saved.read(head.id);
  if (!run) {
    throw new ProgramError(`The run ${head.id} cannot be read.`);
  }
  const { steps, cost } = run.state;
  if (isJson) {
    print(JSON.stringify({ type: "run", ...jsonHead(head), steps, cost }));
  } else {
    print(visibleText(`${head.id}  ${stateWord(head)}  ${ageText(Date.now() - head.at)}`));
    print(visibleText(`${head.folder}, ${head.model}, ${steps} steps, cost ${cost}`));
  }
  for (const event of eventsOf(stateOf(run))) {
    const text = isJson ? JSON.stringify(event) : shownText(event);
    if (text !== undefined) {
      print(text);
    }
  }
}

type Shown = AgentEvent | { readonly type: "user"; readonly text: string };

function shownText(event: Shown): string | undefined {
  return event.type === "user" ? `\n> ${visibleLines(event.text)}\n` : eventText(event);
}

function eventsOf({ messages }: RunState): readonly Shown[] {
  // The system text and the first message, on the workspace, are ours.
  return messages.slice(2).flatMap((message): readonly Shown[] => {
    if (isNote(message) || message.role === "system") {
      return [];
    }
    if (message.role === "user") {
      return [{ type: "user", text: messageText(message.content) }];
    }
    if (message.role === "tool") {
      const { callId: id, content: text, isError = false } = message;
      return [{ type: "result", id, state: isError ? "failed" : "done", text }];
    }
    const calls = message.toolCalls ?? [];
    return [
      ...(message.content === "" ? [] : [{ type: "text" as const, text: message.content }]),
      ...calls.map(({ id, name: tool, arguments: args }) => ({
        type: "call" as const,
        id,
        step: 0,
        tool,
        args,
      })),
    ];
  });
}

/** The difference from before the run to now. */
async function diff(head: SavedHead, { isJson }: RunsOptions): Promise<void> {
  const changes = await changesOfRun(head.folder, head.checkpoints ?? []);
  if (changes.length === 0 && !isJson) {
    print("The run changed no files, or nobody kept what they were.");
  }
  for (const { path: absolute, kind, added, removed, before, after } of changes) {
    const path = relative(head.folder, absolute);
    const isText = before !== undefined || after !== undefined;
    const text = isText ? unifiedDiff(path, before, after) : undefined;
    if (isJson) {
      print(JSON.stringify({ path, kind, added, removed, diff: text }));
    } else {
      const shown = text?.trimEnd() ?? `${path}: ${kind}, no text`;
      // A patch in a file keeps its bytes.
      print(process.stdout.isTTY ? visibleLines(shown) : shown);
    }
  }
}

async function remove(saved: SavedRuns, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) {
    throw new UsageError("Give the ids of the runs, or their beginnings.");
  }
  for (const id of ids) {
    const head = await headOf(saved, [id]);
    await removeCheckpoints(head.folder, head.checkpoints ?? []);
    await saved.remove(head.id);
    print(`Removed ${head.id}, with its checkpoints.`);
  }
}
