import type { AgentEvent, RunEnd, RunPause } from "../../agent/run/cards/agentEvents.ts";
import type { RunState } from "../../agent/run/runState.ts";
import type { SavedRun, SavedRuns, SavedStep } from "./savedRuns.ts";

type RunHead = Pick<SavedRun, "id" | "folder" | "model" | "title" | "modeId">;
type MutableStep = { -readonly [Key in keyof SavedStep]: SavedStep[Key] };

const maxCheckpoints = 100;

/** Stores the run while it works, so that it can continue after a pause, a stop or a crash. */
export class RunRecorder {
  readonly #runs: SavedRuns;
  readonly #run: () => RunHead;
  readonly #state: () => RunState;
  #text = "";
  #stepNumber = 0;
  #step: MutableStep | undefined;
  #pause: RunPause | undefined;
  #outcome: RunEnd["outcome"] | undefined;
  readonly #checkpoints: string[];
  #written: Promise<void> = Promise.resolve();

  /** `before` are the checkpoints of the continued run. */
  constructor(
    runs: SavedRuns,
    run: () => RunHead,
    state: () => RunState,
    before: SavedRun["checkpoints"] = [],
  ) {
    this.#checkpoints = before.slice(1 - maxCheckpoints);
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
      case "checkpoint":
        this.#checkpoints.push(event.id);
        return;
      default:
    }
  }

  /** Called before a call takes effect; the call waits for it. */
  async starting(): Promise<void> {
    await this.#save();
  }

  async ended(outcome: RunEnd["outcome"], pause: RunPause | undefined): Promise<void> {
    this.#step = undefined;
    this.#outcome = outcome;
    this.#pause = pause;
    await this.#save();
  }

  get run(): SavedRun {
    return {
      ...this.#run(),
      outcome: this.#outcome,
      checkpoints: this.#checkpoints,
      state: this.#state(),
      step: this.#step,
      pause: this.#pause,
    };
  }

  /** Saves one state at a time, so that the last one wins. */
  async #save(): Promise<void> {
    const write = () => this.#runs.save(this.run);
    this.#written = this.#written.then(write, write);
    await this.#written;
  }
}
