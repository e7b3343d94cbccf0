/** Longest flush, so that input and painting fit into the same frame. */
const BUDGET_MS = 4;
/**
 * Longest flush while much text waits, as after opening a conversation; below a long task (50 ms).
 */
const BACKLOG_BUDGET_MS = 10;
const MAX_INTERVAL = 8;

export interface FlushTask {
  /** Whether so much text waits that speed matters more than smoothness. */
  hasBacklog(): boolean;
  /** Works until `isOver`; returns whether work is left for another frame. */
  flush(isOver: () => boolean): boolean;
}

export interface Frames {
  requestFrame(callback: () => void): () => void;
  now(): number;
}

/**
 * Runs all documents of a page within one budget per frame. A flush that takes far too long doubles
 * the frames until the next flush; a cheap flush restores them.
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

  /**
   * For the first text of a document: works at once, so that it is in the next paint whatever comes
   * before that. Only one document a frame gets this; further ones wait for the frame.
   */
  requestFirst(task: FlushTask): void {
    this.#tasks.add(task);
    if (!this.#cancelFrame) {
      this.#flush();
    }
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
      // A task that had its turn moves behind the tasks that still wait.
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
    } else if (elapsed < (this.#interval * budget) / 2) {
      // What a flush costs is spread over the frames it was waited for.
      this.#interval = Math.ceil(this.#interval / 2);
    }
    this.#framesToSkip = this.#interval - 1;
  }
}
