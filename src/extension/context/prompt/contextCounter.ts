import type { Memento } from "vscode";
import * as z from "zod/mini";

import type { OpenConversation } from "../../../chat/conversations.ts";
import type { Attachment } from "../../../context/attachment.ts";
import { reservedForAnswer } from "../../../context/contextMeter.ts";
import { factorOf, type TokenRate, unknownRate, withReport } from "../../../context/tokenRate.ts";
import type { ContextMeterFacts } from "../../../shared/calls/contextCalls.ts";
import type { Message } from "../../../shared/conversation/conversation.ts";
import type { Tool } from "../../../shared/conversation/tool.ts";
import { sentPath, messageText, visiblePath } from "../../../shared/conversation/transcript.ts";
import type { HubModel } from "../../../shared/hubApi/model.ts";
import { estimateTokens } from "../../../shared/text/tokenEstimate.ts";

/** Tokens for the wrapping of one message, in either chat format. */
const tokensPerMessage = 5;
const instructionTokens = 80;
const tokensPerImage = 1_100;

const ratesKey = "aiHub.tokenRates";
const maxModels = 50;
const ratesSchema = z.record(z.string(), z.object({ estimated: z.number(), reported: z.number() }));

/** Estimates the next request's tokens; caches counts per message and attachment object. */
export class ContextCounter {
  readonly #memory: Memento;
  readonly #tools: (model: string) => readonly Tool[];
  #toolTokens: { readonly json: string; readonly tokens: number } = { json: "", tokens: 0 };
  readonly #rates: Map<string, TokenRate>;
  readonly #messages = new WeakMap<Message, number>();
  readonly #attachments = new WeakMap<Attachment, number>();

  constructor(memory: Memento, tools: (model: string) => readonly Tool[]) {
    this.#memory = memory;
    this.#tools = tools;
    const kept = ratesSchema.safeParse(memory.get<unknown>(ratesKey)).data ?? {};
    this.#rates = new Map(Object.entries(kept));
  }

  facts(conversation: OpenConversation, model: HubModel | undefined): ContextMeterFacts {
    const { session, draft } = conversation;
    const sent = sentPath(session.conversation);
    const rate = this.rateOf(model?.id);
    const reserved = model && reservedForAnswer(model);
    const { contextLength, pricing } = model ?? {};
    return {
      conversationId: session.id,
      ...(contextLength !== undefined && { contextLength }),
      ...(reserved !== undefined && { reserved }),
      fixed: this.#fixedTokens(model?.id),
      history: this.tokensOf(sent, conversation),
      sentMessages: sent.length,
      leftOutMessages: visiblePath(session.conversation).length - sent.length,
      attachments: draft.attachments.map((attachment) => ({
        id: attachment.info.id,
        tokens: this.#tokensOfAttachment(attachment),
      })),
      rate: factorOf(rate),
      isCalibrated: rate.estimated > 0,
      ...(pricing?.input !== undefined && { inputPrice: pricing.input }),
      ...(pricing?.currency !== undefined && { currency: pricing.currency }),
    };
  }

  rateOf(model: string | undefined): TokenRate {
    return (model === undefined ? undefined : this.#rates.get(model)) ?? unknownRate;
  }

  tokensOf(messages: readonly Message[], conversation: OpenConversation): number {
    return messages.reduce((sum, message) => sum + this.tokensOfMessage(message, conversation), 0);
  }

  tokensOfMessage(message: Message, { session }: OpenConversation): number {
    const known = this.#messages.get(message);
    if (known !== undefined) {
      return known;
    }
    const attached =
      message.role === "user"
        ? message.attachments.flatMap(({ id }) => session.attachment(id) ?? [])
        : [];
    const tokens =
      tokensPerMessage +
      estimateTokens(messageText(message)) +
      toolTokens(message) +
      attached.reduce((sum, attachment) => sum + this.#tokensOfAttachment(attachment), 0);
    this.#messages.set(message, tokens);
    return tokens;
  }

  /** Corrects a model's rate by the reported input tokens of an answer; ignores answers with tool calls. */
  learn(messageId: string, reported: number, conversation: OpenConversation): void {
    const { messages } = conversation.session.conversation;
    const answer = messages.find(({ id }) => id === messageId);
    if (answer?.role !== "assistant" || answer.parts.some(({ kind }) => kind === "toolCall")) {
      return;
    }
    const path = sentPath({ ...conversation.session.conversation, leafId: answer.parentId });
    const estimated = this.#fixedTokens(answer.model) + this.tokensOf(path, conversation);
    const before = this.rateOf(answer.model);
    const after = withReport(before, { estimated, reported });
    if (after !== before) {
      this.#rates.delete(answer.model);
      this.#rates.set(answer.model, after);
      void this.#memory.update(ratesKey, Object.fromEntries([...this.#rates].slice(-maxModels)));
    }
  }

  /** Tokens of the instructions and offered tools, which every request contains. */
  #fixedTokens(model: string | undefined): number {
    const tools = model === undefined ? [] : this.#tools(model);
    const json =
      tools.length === 0 ? "" : JSON.stringify(tools.map(({ definition }) => definition));
    if (json !== this.#toolTokens.json) {
      this.#toolTokens = { json, tokens: estimateTokens(json) };
    }
    return instructionTokens + this.#toolTokens.tokens;
  }

  #tokensOfAttachment(attachment: Attachment): number {
    const known = this.#attachments.get(attachment);
    if (known !== undefined) {
      return known;
    }
    const { info, content } = attachment;
    const tokens =
      info.kind === "image"
        ? tokensPerImage
        : estimateTokens(content) + estimateTokens(info.path) + tokensPerMessage;
    this.#attachments.set(attachment, tokens);
    return tokens;
  }
}

/** Tool calls are sent again as text: name, arguments and result. */
function toolTokens(message: Message): number {
  return message.role === "user"
    ? 0
    : message.parts.reduce(
        (sum, part) =>
          part.kind === "toolCall"
            ? sum + estimateTokens(part.name + part.arguments + (part.result ?? ""))
            : sum,
        0,
      );
}
