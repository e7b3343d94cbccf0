import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import type { RunEnd, RunPause } from "../agent/run/agentEvents.ts";
import { RunMessages } from "../agent/run/runMessages.ts";
import type { RunState } from "../agent/run/runState.ts";
import { storedCallSchema, storedStateFields } from "../agent/run/storedState.ts";
import { writeSynced } from "../agentNode/syncedFile.ts";
import { parseJson } from "../shared/json.ts";

const stepSchema = z.object({
  text: z.string(),
  calls: z.array(z.object({ id: z.string(), call: storedCallSchema })),
  results: z.array(
    z.object({ id: z.string(), state: z.enum(["done", "refused", "failed"]), text: z.string() }),
  ),
});
const savedSchema = z.object({
  id: z.string(),
  /** The real path of the workspace. */
  folder: z.string(),
  model: z.string(),
  state: z.object(storedStateFields),
  /** The step that had begun; a call without a result may have been done. */
  step: z.optional(stepSchema),
  /** Why it paused; absent if it did not. */
  pause: z.optional(z.enum(["steps", "loop", "budget"])),
});

type Stored = z.infer<typeof savedSchema>;

export type SavedStep = z.infer<typeof stepSchema>;

export interface SavedRun extends Omit<Stored, "state" | "step" | "pause"> {
  readonly state: RunState;
  readonly step?: SavedStep | undefined;
  readonly pause?: RunPause | undefined;
}

const maxAgeMs = 30 * 86_400_000;
const maxRuns = 200;
const maxBytes = 128 * 1024 * 1024;
const idPattern = /^[\da-f-]{36}$/u;

/**
 * Runs that can go on, one file each in a folder of the product's own: the 200 that worked last, for 30 days. The
 * person's alone, because what a run has read is in it.
 */
export class SavedRuns {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, "agent", "runs");
  }

  /** On the disk when it resolves. */
  async save(run: SavedRun): Promise<void> {
    const path = this.#path(run.id);
    const temporary = `${path}.${randomUUID()}.tmp`;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      await writeSynced(temporary, JSON.stringify(run), 0o600);
      await rename(temporary, path);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Undefined if there is none of this id, or it cannot be read. */
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
      // It was never there, or is too old.
      return undefined;
    }
  }

  /** Deletes what is too old or too many. `now` is in epoch milliseconds. */
  async prune(now: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name);
        // Deleted meanwhile, by another program.
        return {
          path,
          at: await stat(path).then(
            ({ mtimeMs }) => mtimeMs,
            () => 0,
          ),
        };
      }),
    );
    const old = files
      .toSorted((a, b) => b.at - a.at)
      .filter(({ at }, index) => index >= maxRuns || now - at > maxAgeMs);
    await Promise.all(old.map(({ path }) => rm(path, { force: true })));
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

/** What a run goes on with. A call whose outcome is not known is in it as interrupted, so that it is not repeated. */
export function stateOf({ state, step }: SavedRun): RunState {
  if (!step) {
    return state;
  }
  const messages = new RunMessages(state.messages);
  messages.appendStep(step.text, step.calls, step.results, new Map());
  return { ...state, messages: messages.all };
}

/** A run that came to its end gives the next one no name and no costs; one that paused goes on as the same. */
export function resumedState(earlier: SavedRun): RunState {
  const state = stateOf(earlier);
  if (earlier.pause !== undefined) {
    return state;
  }
  const { messages, steps, mode, taint } = state;
  return { messages, steps, mode, cost: "0", ...(taint && { taint }) };
}

/** Whether a run that ended so had not come to its own end. */
export function canGoOn({ outcome }: RunEnd): boolean {
  return outcome !== "done" && outcome !== "refused";
}
