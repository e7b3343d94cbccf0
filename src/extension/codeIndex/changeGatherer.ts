import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";

export type Gathered = readonly string[] | "all";

const gatherMs = 300;
const maxPaths = 2_000;
/** Paths that are left out, except Git's head. */
const outside = /(?:^|\/)(?:node_modules|__pycache__|\.venv|\.hg|\.svn)(?:\/|$)/u;
const gitOutside = /(?:^|\/)\.git(?!\/(?:HEAD|logs\/HEAD)$)(?:\/|$)/u;

/** Collects paths of change events until they pause, with a maximum wait. */
export class ChangeGatherer implements Disposable {
  readonly #clock: Clock;
  readonly #tell: (changes: Gathered) => void;
  #paths = new Set<string>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, tell: (changes: Gathered) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  add(path: string): void {
    if (outside.test(path) || gitOutside.test(path)) {
      return;
    }
    if (this.#paths.size <= maxPaths) {
      this.#paths.add(path);
    }
    this.#cancel ??= this.#clock.startTimer(() => this.#flush(), gatherMs);
  }

  dispose(): void {
    this.#cancel?.();
    this.#paths.clear();
  }

  #flush(): void {
    const paths = [...this.#paths];
    this.#paths = new Set();
    this.#cancel = undefined;
    this.#tell(paths.length > maxPaths ? "all" : paths);
  }
}
