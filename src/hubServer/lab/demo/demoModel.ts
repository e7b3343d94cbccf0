import type { Clock } from "../../../shared/base/clock.ts";
import { fieldsOf } from "../../formats/base/fields.ts";
import { chatFormats } from "../../formats/chatFormat.ts";
import type { Answer } from "../../models/answer.ts";
import { builtInAnswer } from "../../models/builtInAnswer.ts";
import type { ChatCall } from "../../models/chatCall.ts";
import { completionAnswer } from "../../models/completionAnswer.ts";
import { completionOrder } from "../../models/completionCall.ts";
import { builtInModel, type ModelInfo } from "../../models/modelInfo.ts";
import {
  builtInSource,
  type Model,
  type ModelSource,
  type RunChat,
} from "../../models/modelSource.ts";
import { type Prompt, promptOf } from "../../models/prompt.ts";
import { paced } from "../../values/pace.ts";
import { fillMiddle } from "./fillMiddle.ts";
import { hashModel, hashModelId, hashModelInfo } from "./hashModel.ts";
import { replyTo } from "./reply.ts";

const modelId = "hub-demo";

const info = builtInModel(
  modelId,
  "Hub demo",
  "Not a language model: a built-in demonstration that answers by rules, from this product's " +
    "documentation and from what you attach. Não é um modelo de linguagem: uma demonstração embutida, " +
    "que responde por regras.",
);
const demoInfo: ModelInfo = {
  ...info,
  capabilities: { ...fieldsOf(info["capabilities"]), fim: true },
  hub: { formats: [...chatFormats, "completions"], policy: "allowed" },
};

export interface DemoModelDeps {
  readonly clock: Clock;
  readonly tokensPerSecond: number;
}

/** `hub-hash-512`, and `hub-demo`, an assistant that follows rules and says so. */
export class DemoModel implements ModelSource {
  readonly name = builtInSource;
  readonly #deps: DemoModelDeps;

  constructor(deps: DemoModelDeps) {
    this.#deps = deps;
  }

  list(): Promise<readonly ModelInfo[]> {
    return Promise.resolve([demoInfo, hashModelInfo()]);
  }

  find(id: string): Promise<Model | undefined> {
    if (id === hashModelId) {
      return Promise.resolve(hashModel);
    }
    return Promise.resolve(id === modelId ? this.#model : undefined);
  }

  readonly #chat: RunChat = (call, context) => {
    const prompt = promptOf(call);
    const answer = this.#answer(call, prompt, context.signal);
    return builtInAnswer(call, context, answer, this.#deps.clock);
  };

  readonly #model: Model = {
    isBuiltIn: true,
    chat: this.#chat,
    complete: (call, context) => {
      const order = completionOrder(call);
      const { clock } = this.#deps;
      return completionAnswer(call, context, {
        texts: [fillMiddle(order)],
        stops: order.stops,
        clock,
      });
    },
    isEstimated: true,
  };

  async *#answer(call: ChatCall, prompt: Prompt, signal: AbortSignal): Answer {
    const { clock } = this.#deps;
    const reply = replyTo(prompt);
    const tokensPerSecond = call.isStreamed ? this.#deps.tokensPerSecond : 0;
    if (reply.kind === "toolCall") {
      const { name, fields } = reply;
      const id = `call_${prompt.messages.length}`;
      yield { kind: "toolCall", id, name, arguments: JSON.stringify(fields) };
      yield { kind: "finish", reason: "toolCalls" };
      return;
    }
    let remaining = (call.maxTokens ?? Infinity) * 4;
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
