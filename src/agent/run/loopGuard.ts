import type { ToolCall } from "../../hub/wire/chatTypes.ts";
import { withoutDuration } from "../tools/commands/commandTexts.ts";
import type { StepResult } from "./callStep.ts";
import type { Ending } from "./runEndings.ts";

export interface EndedCall {
  readonly tool: string;
  readonly key: string;
  readonly result: string;
  /** A refusal by a person or rule is not a failure. */
  readonly isError: boolean;
  readonly effect: "none" | "write" | "command";
}

/** `note` tells the model that it repeats itself; after `pause` only the person can continue the run. */
export type LoopVerdict =
  | { readonly kind: "go" }
  | { readonly kind: "note" | "pause"; readonly text: string };

const noteAt = 3;
const pauseAt = 5;
const maxFailures = 5;
const cycleLengths = [2, 3, 4];
const cycleTimes = 3;
const maxKept = 40;

export class LoopGuard {
  #calls: string[] = [];
  readonly #commands = new Set<string>();
  #failures = 0;

  noteStep(results: readonly StepResult[]): {
    readonly notes: ReadonlyMap<string, string>;
    readonly ending: Ending | undefined;
  } {
    const notes = new Map<string, string>();
    let ending: Ending | undefined;
    for (const { id, call, text: result, state, effect } of results) {
      const isError = state === "failed";
      const ended = { tool: call.name, key: keyOf(call), result, isError, effect };
      const verdict = this.note(ended);
      if (verdict.kind === "note") {
        notes.set(id, verdict.text);
      } else if (verdict.kind === "pause") {
        const reason = `The run goes in circles: ${verdict.text}`;
        ending = { outcome: "failed", pause: "loop", reason };
      }
    }
    return { notes, ending };
  }

  /** A write, or a command that is new since the last write, resets the count. */
  note({ tool, key, result, isError, effect }: EndedCall): LoopVerdict {
    this.#failures = isError ? this.#failures + 1 : 0;
    if (this.#failures >= maxFailures) {
      return { kind: "pause", text: `${maxFailures} calls failed one after another.` };
    }
    if (effect === "write") {
      this.#calls = [];
      this.#commands.clear();
      return { kind: "go" };
    }
    if (effect === "command" && !this.#commands.has(key)) {
      this.#commands.add(key);
      this.#calls = [];
    }
    const call = JSON.stringify([tool, key, withoutDuration(result)]);
    this.#calls = [...this.#calls, call].slice(-maxKept);
    const times = this.#calls.filter((one) => one === call).length;
    if (times >= pauseAt || this.#hasCycle()) {
      return { kind: "pause", text: `The same calls of ${tool} bring the same results.` };
    }
    return times === noteAt
      ? {
          kind: "note",
          text: `This is the ${noteAt}rd time that ${tool} gets the same arguments and gives the same result. Do something else.`,
        }
      : { kind: "go" };
  }

  /** A cycle of 2 to 4 different calls, three times. */
  #hasCycle(): boolean {
    return cycleLengths.some((length) => {
      const last = this.#calls.slice(-length * cycleTimes);
      const isWhole = last.length === length * cycleTimes && new Set(last).size > 1;
      return isWhole && last.every((call, index) => call === last[index % length]);
    });
  }
}

function keyOf({ arguments: args, unreadable }: ToolCall): string {
  return unreadable ?? JSON.stringify(Object.entries(args).filter(([name]) => name !== "purpose"));
}
