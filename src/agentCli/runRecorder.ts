import type { AgentEvent, RunPause } from "../agent/run/agentEvents.ts";
import type { RunState } from "../agent/run/runState.ts";
import type { SavedRun, SavedRuns, SavedStep } from "./savedRuns.ts";

type MutableStep = { -readonly [Key in keyof SavedStep]: SavedStep[Key] };

/** Keeps a run on the disk while it works, so that it can go on after a pause, a stop or a crash. */
export class RunRecorder {
  readonly #runs: SavedRuns;
  readonly #run: Pick<SavedRun, "id" | "folder" | "model">;
  readonly #state: () => RunState;
  #text = "";
  #stepNumber = 0;
  #step: MutableStep | undefined;

  /** `state` is that of the run, before the step that works now. */
  constructor(
    runs: SavedRuns,
    run: Pick<SavedRun, "id" | "folder" | "model">,
    state: () => RunState,
  ) {
    this.#runs = runs;
    this.#run = run;
    this.#state = state;
  }

  /** Before the first request, so that the run can go on whatever fails later. */
  async begin(): Promise<void> {
    await this.#save(undefined);
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
    await this.#save(this.#step);
  }

  /** After the run. */
  async ended(pause: RunPause | undefined): Promise<void> {
    await this.#save(undefined, pause);
  }

  async #save(step: SavedStep | undefined, pause?: RunPause): Promise<void> {
    await this.#runs.save({ ...this.#run, state: this.#state(), step, pause });
  }
}
