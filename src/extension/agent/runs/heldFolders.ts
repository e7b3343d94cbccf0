import { realFolders } from "../../../agent/tools/base/manyFolders.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { AgentMachine, HeldFolder } from "./agentRuns.ts";

const lookMs = 5_000;

export interface HeldFoldersDeps {
  readonly machine: Pick<AgentMachine, "takeFolder" | "openWorkspace">;
  readonly storage: string;
  readonly clock: Clock;
}

/** The locks of the workspace's folders: one run of one window at a time. */
export class HeldFolders {
  readonly #deps: HeldFoldersDeps;
  #isElsewhere = false;

  constructor(deps: HeldFoldersDeps) {
    this.#deps = deps;
  }

  get isElsewhere(): boolean {
    return this.#isElsewhere;
  }

  /** Locks all folders. Undefined where other windows cannot exist; `"elsewhere"` if another window holds a folder. */
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
    // Two workspace folders may be one folder on disk, through a link: lock it once.
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
