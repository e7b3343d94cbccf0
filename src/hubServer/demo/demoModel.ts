import type { Clock } from "../../shared/clock.ts";
import type { Answer } from "../api/answer.ts";
import type { ChatRequest } from "../api/chatRequest.ts";
import { completionResponse } from "../api/completion.ts";
import { builtInModel, type ModelInfo } from "../api/modelInfo.ts";
import type { CallContext, ModelSource, RunChat } from "../api/modelSource.ts";
import { paced } from "../pace.ts";
import { type Reply, replyTo } from "./reply.ts";

const modelId = "hub-demo";

export interface DemoModelDeps {
  readonly clock: Clock;
  /** Speed of its answers; 0 sends them at once. */
  readonly tokensPerSecond: number;
}

/**
 * The model that needs nothing: an assistant made of rules, which says so. It answers from the product's
 * documentation and from what is attached, describes code, and calls tools whose words match the question.
 */
export class DemoModel implements ModelSource {
  readonly name = "hub";
  readonly #deps: DemoModelDeps;

  constructor(deps: DemoModelDeps) {
    this.#deps = deps;
  }

  list(): Promise<readonly ModelInfo[]> {
    return Promise.resolve([
      builtInModel(
        modelId,
        "Hub demo",
        "Not a language model: a built-in demonstration that answers by rules, from this product's " +
          "documentation and from what you attach. Não é um modelo de linguagem: uma demonstração embutida, " +
          "que responde por regras.",
      ),
    ]);
  }

  find(id: string): Promise<RunChat | undefined> {
    return Promise.resolve(
      id === modelId ? (request, context) => this.#run(request, context) : undefined,
    );
  }

  #run(request: ChatRequest, { requestId, signal }: CallContext): ReturnType<RunChat> {
    const { clock } = this.#deps;
    const head = {
      id: `chatcmpl-${requestId}`,
      created: Math.floor(clock.now() / 1_000),
      model: request.model,
    };
    return completionResponse(request, head, this.#answer(request, replyTo(request), signal));
  }

  async *#answer(request: ChatRequest, reply: Reply, signal: AbortSignal): Answer {
    const { clock } = this.#deps;
    // Only a reader needs a pace; a whole answer is sent when it is ready.
    const tokensPerSecond = request.isStreamed ? this.#deps.tokensPerSecond : 0;
    if (reply.kind === "toolCall") {
      const { name, fields } = reply;
      yield {
        kind: "toolCall",
        index: 0,
        id: `call_${request.messages.length}`,
        name,
        arguments: JSON.stringify(fields),
      };
      yield { kind: "finish", reason: "tool_calls" };
      return;
    }
    let remaining = (request.maxTokens ?? Infinity) * 4;
    for await (const word of paced(reply.text, { clock, tokensPerSecond, signal })) {
      yield { kind: "text", text: word.slice(0, remaining) };
      remaining -= word.length;
      if (remaining <= 0) {
        yield { kind: "finish", reason: "length" };
        return;
      }
    }
    yield { kind: "finish", reason: "stop" };
  }
}
