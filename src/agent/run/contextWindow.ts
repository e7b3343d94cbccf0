import { factorOf, unknownRate, withReport } from "../../context/tokenRate.ts";
import type { ChatRequestMessage, ChatTool } from "../../hub/wire/chatTypes.ts";
import { estimateTokens } from "../../shared/text/tokenEstimate.ts";

/** Tokens of a message besides its text. */
const perMessage = 4;
/** About as the providers count an image of usual size. */
const perImage = 1_500;

export class ContextWindow {
  readonly #tools: number;
  readonly #known = new WeakMap<ChatRequestMessage, number>();
  #rate = unknownRate;

  constructor(tools: readonly ChatTool[]) {
    this.#tools = estimateTokens(JSON.stringify(tools));
  }

  tokensOf(messages: readonly ChatRequestMessage[]): number {
    return Math.ceil(this.#estimate(messages) * factorOf(this.#rate));
  }

  noteReport(messages: readonly ChatRequestMessage[], reported: number | undefined): void {
    if (reported !== undefined) {
      this.#rate = withReport(this.#rate, { estimated: this.#estimate(messages), reported });
    }
  }

  #estimate(messages: readonly ChatRequestMessage[]): number {
    return messages.reduce((sum, message) => sum + this.#ofMessage(message), this.#tools);
  }

  #ofMessage(message: ChatRequestMessage): number {
    const known = this.#known.get(message);
    if (known !== undefined) {
      return known;
    }
    const tokens = perMessage + tokensOfContent(message.content) + tokensOfCalls(message);
    this.#known.set(message, tokens);
    return tokens;
  }
}

function tokensOfContent(content: ChatRequestMessage["content"]): number {
  return typeof content === "string"
    ? estimateTokens(content)
    : content.reduce(
        (sum, part) => sum + (part.type === "text" ? estimateTokens(part.text) : perImage),
        0,
      );
}

function tokensOfCalls(message: ChatRequestMessage): number {
  return message.role === "assistant" && message.toolCalls
    ? estimateTokens(JSON.stringify(message.toolCalls))
    : 0;
}
