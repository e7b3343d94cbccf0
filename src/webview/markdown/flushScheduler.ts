/** What a flush may take, so that input and painting fit into the same frame. */
const BUDGET_MS = 4;
/** While much is waiting, as when a conversation is opened: still far from a long task (50 ms). */
const BACKLOG_BUDGET_MS = 10;
const MAX_INTERVAL = 8;

export interface FlushTask {
  /** Whether there is so much to do that smoothness matters less. */
  hasBacklog(): boolean;
  /** Works until the time is over; whether something is left for another frame. */
  flush(isOver: () => boolean): boolean;
}

export interface Frames {
  requestFrame(callback: () => void): () => void;
  now(): number;
}

/**
 * Runs all documents of a page within one budget a frame. A flush that takes far too long doubles the frames to the next,
 * a cheap one restores them.
 */
export class FlushScheduler {
  readonly #frames: Frames;
  readonly #tasks = new Set<FlushTask>();
  #cancelFrame: (() => void) | undefined;
  #interval = 1;
  #framesToSkip = 0;

  constructor(frames: Frames) {
    this.#frames = frames;
  }

  request(task: FlushTask): void {
    this.#tasks.add(task);
    this.#requestFrame();
  }

  cancel(task: FlushTask): void {
    this.#tasks.delete(task);
    if (this.#tasks.size === 0) {
      this.#cancelFrame?.();
      this.#cancelFrame = undefined;
    }
  }

  #requestFrame(): void {
    this.#cancelFrame ??= this.#frames.requestFrame(() => {
      this.#cancelFrame = undefined;
      this.#onFrame();
    });
  }

  #onFrame(): void {
    if (this.#framesToSkip > 0) {
      this.#framesToSkip -= 1;
    } else {
      this.#flush();
    }
    if (this.#tasks.size > 0) {
      this.#requestFrame();
    }
  }

  #flush(): void {
    const start = this.#frames.now();
    const tasks = [...this.#tasks];
    const budget = tasks.some((task) => task.hasBacklog()) ? BACKLOG_BUDGET_MS : BUDGET_MS;
    const isOver = (): boolean => this.#frames.now() - start >= budget;
    for (const task of tasks) {
      if (isOver()) {
        break;
      }
      // Whoever had a turn goes behind those that are still waiting for theirs.
      this.#tasks.delete(task);
      if (task.flush(isOver)) {
        this.#tasks.add(task);
      }
    }
    this.#adapt(this.#frames.now() - start, budget);
  }

  #adapt(elapsed: number, budget: number): void {
    if (elapsed > 2 * budget) {
      this.#interval = Math.min(MAX_INTERVAL, 2 * this.#interval);
    } else if (elapsed < budget / 2) {
      this.#interval = 1;
    }
    this.#framesToSkip = this.#interval - 1;
  }
}
