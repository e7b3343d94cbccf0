import type { AgentEvent, RunPause } from "../../agent/run/cards/agentEvents.ts";
import type { RunState } from "../../agent/run/runState.ts";
import type { SavedRun, SavedRuns, SavedStep } from "./savedRuns.ts";

type RunHead = Pick<SavedRun, "id" | "folder" | "model" | "title" | "modeId">;
type MutableStep = { -readonly [Key in keyof SavedStep]: SavedStep[Key] };

/** Stores the run while it works, so that it can continue after a pause, a stop or a crash. */
export class RunRecorder {
  readonly #runs: SavedRuns;
  readonly #run: () => RunHead;
  readonly #state: () => RunState;
  #text = "";
  #stepNumber = 0;
  #step: MutableStep | undefined;
  #pause: RunPause | undefined;
  #written: Promise<void> = Promise.resolve();

  constructor(runs: SavedRuns, run: () => RunHead, state: () => RunState) {
    this.#runs = runs;
    this.#run = run;
    this.#state = state;
  }

  /** Called before the first request. */
  async begin(): Promise<void> {
    await this.#save();
  }

  async changed(): Promise<void> {
    await this.#save();
  }

  note(event: Exclude<AgentEvent, { readonly type: "end" }>): void {
    switch (event.type) {
      case "text":
        this.#text = event.text;
        return;
      case "call": {
        if (event.step !== this.#stepNumber || !this.#step) {
          this.#stepNumber = event.step;
          this.#step = { text: this.#text, calls: [], results: [] };
          this.#text = "";
        }
        const { id, tool: name, args } = event;
        this.#step.calls.push({ id, call: { id, name, arguments: { ...args } } });
        return;
      }
      case "result": {
        const { id, state, text } = event;
        this.#step?.results.push({ id, state, text });
        return;
      }
      default:
    }
  }

  /** Called before a call takes effect; the call waits for it. */
  async starting(): Promise<void> {
    await this.#save();
  }

  async ended(pause: RunPause | undefined): Promise<void> {
    this.#step = undefined;
    this.#pause = pause;
    await this.#save();
  }

  /** Saves one state at a time, so that the last one wins. */
  async #save(): Promise<void> {
    const write = () =>
      this.#runs.save({
        ...this.#run(),
        state: this.#state(),
        step: this.#step,
        pause: this.#pause,
      });
    this.#written = this.#written.then(write, write);
    await this.#written;
  }
}
