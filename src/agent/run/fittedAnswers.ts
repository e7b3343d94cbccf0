import { HubError } from "../../hub/errors/hubError.ts";
import type { AgentTool } from "../tools/base/agentTool.ts";
import type { AgentEvent } from "./cards/agentEvents.ts";
import type { Compactor } from "./compactor.ts";
import { askModel, type ModelAnswer, type ModelDeps } from "./modelAnswer.ts";
import type { Ending } from "./runEndings.ts";
import type { RunMessages } from "./runMessages.ts";
import type { RunNotes } from "./runNotes.ts";

export interface FittedAnswersDeps extends ModelDeps {
  readonly model: string;
  readonly signal: AbortSignal;
  readonly messages: RunMessages;
  readonly notes: RunNotes;
  readonly compactor: Compactor;
  readonly tools: readonly AgentTool[];
}

/** Answers of the model to the whole run, which a summary shortens where the context window is too small. */
export class FittedAnswers {
  readonly #deps: FittedAnswersDeps;

  constructor(deps: FittedAnswersDeps) {
    this.#deps = deps;
  }

  async *next(): AsyncGenerator<AgentEvent, ModelAnswer | Ending> {
    const { compactor, messages } = this.#deps;
    if (compactor.isNeeded(messages.all)) {
      const ending = yield* this.#compact();
      if (ending) {
        return ending;
      }
    }
    try {
      return await this.#ask();
    } catch (error) {
      if (!(error instanceof HubError) || error.kind !== "context_too_long") {
        throw error;
      }
    }
    const ending = yield* this.#compact();
    return ending ?? (await this.#ask());
  }

  async #ask(): Promise<ModelAnswer> {
    const { model, tools, compactor, signal } = this.#deps;
    const messages = this.#deps.messages.all;
    const definitions = tools.map(({ definition }) => definition);
    const request = { model, messages, tools: definitions, isContinued: true };
    const answer = await askModel(request, this.#deps, signal);
    compactor.noteReport(messages, answer.inputTokens);
    return answer;
  }

  async *#compact(): AsyncGenerator<AgentEvent, Ending | undefined> {
    const { compactor, messages, notes } = this.#deps;
    const result = await compactor.compact(messages.all, notes.afterCompaction());
    if (result.kind === "impossible") {
      return result.ending;
    }
    messages.replace(result.messages);
    yield { type: "compacted", before: result.before, after: result.after };
    return undefined;
  }
}
