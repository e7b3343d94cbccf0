import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";

import * as z from "zod/mini";

import type { RunEnd, RunPause } from "../../agent/run/cards/agentEvents.ts";
import { RunMessages } from "../../agent/run/runMessages.ts";
import { isNote } from "../../agent/run/runPrompt.ts";
import { labelOf, type RunState } from "../../agent/run/runState.ts";
import { storedCallSchema, storedStateFields } from "../../agent/run/storedState.ts";
import { replaceSynced } from "../../agentNode/files/syncedFile.ts";
import { parseJson } from "../../shared/base/json.ts";
import { runEnds } from "../../shared/hubApi/runEnds.ts";
import { ProgramError } from "./programError.ts";

const stepSchema = z.object({
  text: z.string(),
  calls: z.array(z.object({ id: z.string(), call: storedCallSchema })),
  results: z.array(
    z.object({ id: z.string(), state: z.enum(["done", "refused", "failed"]), text: z.string() }),
  ),
});
const headFields = {
  id: z.string(),
  /** A real path. */
  folder: z.string(),
  model: z.string(),
  title: z.optional(z.string()),
  /** Absent in runs of a terminal. */
  modeId: z.optional(z.string()),
  /** Absent while the run works, and after a crash. */
  outcome: z.optional(z.enum(runEnds)),
  /** The checkpoints of the run's changes, oldest first. */
  checkpoints: z.optional(z.array(z.string())),
};
const headSchema = z.object(headFields);
const savedSchema = z.object({
  ...headFields,
  state: z.object(storedStateFields),
  /** A call without a result may have been executed. */
  step: z.optional(stepSchema),
  pause: z.optional(z.enum(["steps", "loop", "budget"])),
});

type Stored = z.infer<typeof savedSchema>;

export interface SavedHead extends z.infer<typeof headSchema> {
  /** The last activity, in epoch milliseconds. */
  readonly at: number;
}

export type SavedStep = z.infer<typeof stepSchema>;

export interface SavedRun extends Omit<Stored, "state" | "step" | "pause"> {
  readonly state: RunState;
  readonly step?: SavedStep | undefined;
  readonly pause?: RunPause | undefined;
}

const maxAgeMs = 30 * 86_400_000;
const maxRuns = 200;
const maxBytes = 128 * 1024 * 1024;
const maxHeadBytes = 64 * 1024;
const idPattern = /^[\da-f-]{36}$/u;

/**
 * One file for each run: the latest 200, for 30 days. Readable for the person alone, because they contain what the run
 * read.
 */
export class SavedRuns {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, "agent", "runs");
  }

  async save(run: SavedRun): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await replaceSynced(this.#path(run.id), storedText(run), 0o600);
  }

  async read(id: string): Promise<SavedRun | undefined> {
    if (!idPattern.test(id)) {
      return undefined;
    }
    try {
      const path = this.#path(id);
      const { size } = await stat(path);
      const text = size > maxBytes ? "" : await readFile(path, "utf8");
      return savedSchema.safeParse(parseJson(text)).data;
    } catch {
      // Unknown, or deleted for its age.
      return undefined;
    }
  }

  async heads(): Promise<readonly SavedHead[]> {
    const found: SavedHead[] = [];
    for (const { path, at } of await this.#files()) {
      const id = basename(path, ".json");
      const head = idPattern.test(id) ? ((await headOf(path)) ?? (await this.read(id))) : undefined;
      if (head?.id === id) {
        const { folder, model, title, modeId, outcome, checkpoints } = head;
        found.push({ id, folder, model, title, modeId, outcome, checkpoints, at });
      }
    }
    return found;
  }

  /** The head of a run, by its id or the beginning of it. Throws a `ProgramError` if several ids begin so. */
  async head(id: string): Promise<SavedHead | undefined> {
    const heads = await this.heads();
    const found = /^[\da-f-]{4,36}$/u.test(id) ? heads.filter((one) => one.id.startsWith(id)) : [];
    if (found.length > 1) {
      throw new ProgramError(`Several runs begin with ${id}: give more of the id.`);
    }
    return found[0];
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  async prune(now: number): Promise<void> {
    const old = (await this.#files()).filter(
      ({ at }, index) => index >= maxRuns || now - at > maxAgeMs,
    );
    await Promise.all(old.map(({ path }) => rm(path, { force: true })));
  }

  /** The latest first. */
  async #files(): Promise<readonly { readonly path: string; readonly at: number }[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name);
        // Another program deleted it meanwhile.
        return {
          path,
          at: await stat(path).then(
            ({ mtimeMs }) => mtimeMs,
            () => 0,
          ),
        };
      }),
    );
    return files.toSorted((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1));
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

/** The head is on the first line, so that a list need not read whole runs. */
function storedText(run: SavedRun): string {
  const { id, folder, model, title, modeId, outcome, checkpoints, ...rest } = run;
  const shown = title ?? titleOf(rest.state);
  const head = { id, folder, model, title: shown, modeId, outcome, checkpoints };
  return `${JSON.stringify(head).slice(0, -1)},\n${JSON.stringify(rest).slice(1)}`;
}

/** Undefined if the first line is no head, as in files of earlier versions. */
async function headOf(path: string): Promise<z.infer<typeof headSchema> | undefined> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(maxHeadBytes) });
    const [line = ""] = buffer.toString("utf8", 0, bytesRead).split(",\n", 1);
    return headSchema.safeParse(parseJson(`${line}}`)).data;
  } catch {
    // Deleted meanwhile.
    return undefined;
  }
}

function titleOf({ messages }: RunState): string | undefined {
  // The first two messages are the system's and the workspace's.
  const first = messages.slice(2).find((message) => message.role === "user" && !isNote(message));
  return first?.role === "user"
    ? labelOf(first.content).replace(/^Task: /u, "") || undefined
    : undefined;
}

/** Marks a call with unknown outcome as interrupted, so that it is not repeated. */
export function stateOf({ state, step }: SavedRun): RunState {
  if (!step) {
    return state;
  }
  const messages = new RunMessages(state.messages);
  messages.appendStep(step.text, step.calls, step.results, new Map());
  return { ...state, messages: messages.all };
}

/** After a completed run the next one has a new name and no costs. */
export function resumedState(earlier: SavedRun): RunState {
  const state = stateOf(earlier);
  if (earlier.pause !== undefined) {
    return state;
  }
  const { messages, steps, mode, taint } = state;
  return { messages, steps, mode, cost: "0", ...(taint && { taint }) };
}

/**
 * The state for the next run. A stopped or paused run continues under its cap; after a completed run a new cap
 * counts.
 */
export function goOnState(earlier: SavedRun): RunState {
  const isOver = earlier.outcome === "done" || earlier.outcome === "refused";
  return isOver ? resumedState(earlier) : stateOf(earlier);
}

export function canGoOn({ outcome }: RunEnd): boolean {
  return outcome !== "done" && outcome !== "refused";
}
