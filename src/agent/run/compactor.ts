import type { ChatRequestMessage } from "../../hub/wire/chatTypes.ts";
import type { AgentTool } from "../tools/base/agentTool.ts";
import type { FileLedger } from "../tools/base/fileLedger.ts";
import type { StepResult } from "./callStep.ts";
import { compacted, summaryRequest } from "./compaction.ts";
import { ContextWindow } from "./contextWindow.ts";
import type { ModelAnswer } from "./modelAnswer.ts";
import type { Ending } from "./runEndings.ts";

export interface CompactorDeps {
  readonly contextLength: number | undefined;
  readonly tools: readonly AgentTool[];
  readonly ledger: FileLedger;
  readonly ask: (messages: readonly ChatRequestMessage[]) => Promise<ModelAnswer>;
}

/**
 * Shares of the context window: a compaction starts at `fullAt`, its request must fit into `requestBelow`, and its
 * result into `mustBeBelow`.
 */
const fullAt = 0.8;
const mustBeBelow = 0.5;
const requestBelow = 0.7;
const resultLengths = [8_000, 2_000, 500];

export type Compaction =
  | {
      readonly kind: "compacted";
      readonly messages: readonly ChatRequestMessage[];
      readonly before: number;
      readonly after: number;
    }
  | { readonly kind: "impossible"; readonly ending: Ending };

export class Compactor {
  readonly #deps: CompactorDeps;
  readonly #window: ContextWindow;
  readonly #paths = new Set<string>();
  #hasProgress = true;

  constructor(deps: CompactorDeps) {
    this.#deps = deps;
    this.#window = new ContextWindow(deps.tools.map(({ definition }) => definition));
  }

  noteReport(messages: readonly ChatRequestMessage[], reported: number | undefined): void {
    this.#window.noteReport(messages, reported);
  }

  noteStep(results: readonly StepResult[]): void {
    for (const { effect, paths } of results) {
      this.#hasProgress ||= effect !== "none" || paths.some((path) => !this.#paths.has(path));
      paths.forEach((path) => this.#paths.add(path));
    }
  }

  isNeeded(messages: readonly ChatRequestMessage[]): boolean {
    const { contextLength } = this.#deps;
    return contextLength !== undefined && this.#window.tokensOf(messages) >= contextLength * fullAt;
  }

  /** `notes` are repeated after the summary. */
  async compact(
    messages: readonly ChatRequestMessage[],
    notes: readonly string[],
  ): Promise<Compaction> {
    if (!this.#hasProgress) {
      return impossible(
        "Its context filled up twice without a change, a command or a new file.",
        "loop",
      );
    }
    this.#hasProgress = false;
    const before = this.#window.tokensOf(messages);
    const size = Math.min(this.#deps.contextLength ?? before, before / fullAt);
    const { text } = await this.#deps.ask(this.#request(messages, size * requestBelow));
    if (text.trim() === "") {
      return impossible("The model gave no summary of the run.");
    }
    const { tools, ledger } = this.#deps;
    const ofTools = tools.flatMap((tool) => tool.kept?.() ?? []);
    const facts = { ofTools, files: ledger.changedFiles, notes };
    for (const steps of [2, 1]) {
      const shorter = compacted(messages, text, facts, steps);
      const after = this.#window.tokensOf(shorter);
      if (after < size * mustBeBelow) {
        return { kind: "compacted", messages: shorter, before, after };
      }
    }
    return impossible("Its messages do not fit into half of the model's context, even summarised.");
  }

  #request(
    messages: readonly ChatRequestMessage[],
    maxTokens: number,
  ): readonly ChatRequestMessage[] {
    const requests = resultLengths.map((length) => summaryRequest(messages, length));
    const fitting = requests.find((request) => this.#window.tokensOf(request) <= maxTokens);
    return fitting ?? requests.at(-1) ?? messages;
  }
}

function impossible(reason: string, pause?: "loop"): Compaction {
  const why = `The run cannot go on. ${reason}`;
  return {
    kind: "impossible",
    ending: { outcome: "failed", reason: why, ...(pause !== undefined && { pause }) },
  };
}
