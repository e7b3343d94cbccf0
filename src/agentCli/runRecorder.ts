import type { AgentEvent, RunPause } from "../agent/run/agentEvents.ts";
import type { RunState } from "../agent/run/runState.ts";
import type { SavedRun, SavedRuns, SavedStep } from "./savedRuns.ts";

type RunHead = Pick<SavedRun, "id" | "folder" | "model" | "title" | "modeId">;
type MutableStep = { -readonly [Key in keyof SavedStep]: SavedStep[Key] };

/** Keeps a run on the disk while it works, so that it can go on after a pause, a stop or a crash. */
export class RunRecorder {
  readonly #runs: SavedRuns;
  readonly #run: () => RunHead;
  readonly #state: () => RunState;
  #text = "";
  #stepNumber = 0;
  #step: MutableStep | undefined;
  #pause: RunPause | undefined;
  #written: Promise<void> = Promise.resolve();

  /** `state` is that of the run, before the step that works now. */
  constructor(runs: SavedRuns, run: () => RunHead, state: () => RunState) {
    this.#runs = runs;
    this.#run = run;
    this.#state = state;
  }

  /** Before the first request, so that the run can go on whatever fails later. */
  async begin(): Promise<void> {
    await this.#save();
  }

  /** When something of `run` has changed. */
  async changed(): Promise<void> {
    await this.#save();
  }

  /** Takes each event of the run, in order. */
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

  /** Before a call has its effect. Rejects if it cannot be kept; then the call is not done. */
  async starting(): Promise<void> {
    await this.#save();
  }

  /** After the run. */
  async ended(pause: RunPause | undefined): Promise<void> {
    this.#step = undefined;
    this.#pause = pause;
    await this.#save();
  }

  /** One after another, so that the last one has the last word. */
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
