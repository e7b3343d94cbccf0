import { realFolders } from "../../../agent/tools/base/manyFolders.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { AgentMachine, HeldFolder } from "./agentRuns.ts";

/** How often it is looked whether another window still works on the folder, in milliseconds. */
const lookMs = 5_000;

export interface HeldFoldersDeps {
  readonly machine: Pick<AgentMachine, "takeFolder" | "openWorkspace">;
  /** The folder of the agent's own files. */
  readonly storage: string;
  readonly clock: Clock;
}

/** The workspace's folders, which one run of one window has at a time. */
export class HeldFolders {
  readonly #deps: HeldFoldersDeps;
  #isElsewhere = false;

  constructor(deps: HeldFoldersDeps) {
    this.#deps = deps;
  }

  /** Whether another window works on a folder, as it was known last. */
  get isElsewhere(): boolean {
    return this.#isElsewhere;
  }

  /** Takes all folders for a run; undefined where no other window can be, `"elsewhere"` if one works on a folder. */
  async take(runId: string): Promise<HeldFolder | undefined | "elsewhere"> {
    const { storage, machine } = this.#deps;
    const { takeFolder } = machine;
    const workspace = await machine.openWorkspace();
    if (!takeFolder || !workspace) {
      return undefined;
    }
    const held: HeldFolder[] = [];
    const release = async (): Promise<void> => {
      await Promise.all(held.map((one) => one.release()));
    };
    // Two folders of a workspace may be one on the disk, by a link: it is taken once.
    for (const folder of new Set(await realFolders(workspace))) {
      const taken = await takeFolder({ storage, folder }, runId).catch(async (error: unknown) => {
        await release();
        throw error;
      });
      if (!taken) {
        await release();
        return "elsewhere";
      }
      held.push(taken);
    }
    this.#isElsewhere = false;
    return { release, left: held.flatMap(({ left = [] }) => left) };
  }

  /** Another window works on a folder: `onFree` is called when it has ended. */
  waitForOther(onFree: () => void): void {
    this.#isElsewhere = true;
    this.#lookAgain(onFree);
  }

  #lookAgain(onFree: () => void): void {
    this.#deps.clock.startTimer(() => {
      void this.#look(onFree).catch(() => undefined);
    }, lookMs);
  }

  async #look(onFree: () => void): Promise<void> {
    const held = await this.take("look");
    if (held === "elsewhere") {
      this.#lookAgain(onFree);
      return;
    }
    await held?.release();
    this.#isElsewhere = false;
    onFree();
  }
}
