/** Longest flush, so that input and painting fit into the same frame. */
const BUDGET_MS = 4;
const BACKLOG_BUDGET_MS = 10;
const MAX_INTERVAL = 8;

export interface FlushTask {
  hasBacklog(): boolean;
  isRestored(): boolean;
  flush(isOver: () => boolean): boolean;
}

export interface Frames {
  requestFrame(callback: () => void): () => void;
  now(): number;
}

/**
 * Runs all documents of a page within one budget per frame. Live documents take turns; restored documents follow one
 * after the other. A flush that takes far too long doubles the interval; a cheap flush halves it.
 */
export class FlushScheduler {
  readonly #frames: Frames;
  #tasks = new Set<FlushTask>();
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

  /** Draws at once, for the next paint. One document per frame; others wait, and so does a backlog. */
  requestFirst(task: FlushTask): void {
    this.#tasks.add(task);
    if (!this.#cancelFrame && !task.hasBacklog()) {
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
    const all = [...this.#tasks];
    const restored = all.filter((task) => task.isRestored());
    const live = all.filter((task) => !task.isRestored());
    const isBehind = restored.length > 1 || all.some((task) => task.hasBacklog());
    const budget = isBehind ? BACKLOG_BUDGET_MS : BUDGET_MS;
    const isOver = (): boolean => this.#frames.now() - start >= budget;
    this.#flushEach(live, isOver);
    const unfinished = this.#flushEach(restored, isOver);
    this.#tasks = new Set([...unfinished, ...this.#tasks]);
    this.#adapt(this.#frames.now() - start, budget);
  }

  #flushEach(tasks: readonly FlushTask[], isOver: () => boolean): readonly FlushTask[] {
    const unfinished: FlushTask[] = [];
    for (const task of tasks) {
      if (isOver()) {
        break;
      }
      this.#tasks.delete(task);
      if (task.flush(isOver)) {
        this.#tasks.add(task);
        unfinished.push(task);
        if (task.isRestored()) {
          break;
        }
      }
    }
    return unfinished;
  }

  #adapt(elapsed: number, budget: number): void {
    if (elapsed > 2 * budget) {
      this.#interval = Math.min(MAX_INTERVAL, 2 * this.#interval);
    } else if (elapsed < (this.#interval * budget) / 2) {
      // The cost of a flush spreads over the frames of its wait.
      this.#interval = Math.ceil(this.#interval / 2);
    }
    this.#framesToSkip = this.#interval - 1;
  }
}
