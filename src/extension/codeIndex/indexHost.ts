import type { IndexCalls } from "../../codeIndex/indexCalls.ts";
import type { Disposable } from "../../shared/lifecycle.ts";

/** Where the indexes of this window run. */
export interface IndexHost extends Disposable {
  readonly calls: IndexCalls;
  /** Resolves when it ended, by itself or by `dispose`; calls that were open are rejected. */
  readonly ended: Promise<void>;
}
