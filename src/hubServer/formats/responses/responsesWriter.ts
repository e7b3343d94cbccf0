import { BlockSequence } from "../anthropic/blockSequence.ts";
import {
  type AnswerEvent,
  type BlockHead,
  noUsage,
  type StreamError,
} from "../base/answerEvent.ts";
import type { AnswerHead, AnswerWriter } from "../base/answerWriter.ts";
import type { Fields } from "../base/fields.ts";
import { encryptedContentOf } from "../base/reasoningSeal.ts";
import { InputText } from "./inputText.ts";
import {
  beginEvents,
  deltaEvents,
  endEvents,
  isWhole,
  itemJson,
  type OutputItem,
} from "./outputItem.ts";
import {
  EventNumbers,
  failedEvents,
  type ReportedUsage,
  responseJson,
  usageJson,
} from "./responseJson.ts";

type Finish = AnswerEvent & { readonly kind: "finish" };

export class ResponsesWriter implements AnswerWriter {
  readonly #head: AnswerHead;
  readonly #sequence = new BlockSequence();
  readonly #numbers = new EventNumbers();
  readonly #output: Fields[] = [];
  #open: OutputItem | undefined;
  #input: InputText | undefined;
  #isStarted = false;
  #isCut = false;
  #finish: Finish | undefined;
  #usage: ReportedUsage = { usage: noUsage, reasoningTokens: 0 };
  #characters = 0;

  constructor(head: AnswerHead) {
    this.#head = head;
  }

  write(event: AnswerEvent): string {
    if (event.kind === "usage") {
      this.#usage = { usage: event.usage, reasoningTokens: event.reasoningTokens ?? 0 };
      return "";
    }
    if (this.#finish) {
      return "";
    }
    this.#isCut ||=
      event.kind === "error" || (event.kind === "finish" && event.reason === "length");
    return this.#sequence
      .add(event)
      .map((next) => this.#write(next))
      .join("");
  }

  end(): string {
    if (!this.#finish) {
      return "";
    }
    const response = this.response();
    return this.#numbers.text([[`response.${String(response["status"])}`, { response }]]);
  }

  response(): Fields {
    const reason = incompleteReason(this.#finish);
    return {
      ...responseJson(this.#head),
      status: reason === undefined ? "completed" : "incomplete",
      incomplete_details: reason === undefined ? null : { reason },
      output: this.#output,
      usage: usageJson(this.#withEstimates()),
    };
  }

  #write(event: AnswerEvent): string {
    switch (event.kind) {
      case "start":
        return this.#start();
      case "blockStart":
        return this.#start() + this.#begin(event.block);
      case "delta":
        return this.#add(this.#input?.add(event.text) ?? event.text);
      case "signature":
        if (this.#open) {
          this.#open.encryptedContent = encryptedContentOf(event.signature);
        }
        return "";
      case "blockEnd":
        return this.#end();
      case "finish":
        this.#finish = event;
        return this.#start();
      case "ping":
        return ": ping\n\n";
      case "error": {
        const response = { ...responseJson(this.#head), output: this.#output };
        return this.#start() + this.#numbers.text(failedEvents(event.error, response));
      }
      default:
        return "";
    }
  }

  #start(): string {
    if (this.#isStarted) {
      return "";
    }
    this.#isStarted = true;
    const response = responseJson(this.#head);
    return this.#numbers.text([
      ["response.created", { response }],
      ["response.in_progress", { response }],
    ]);
  }

  #begin(block: BlockHead): string {
    this.#open = itemOf(block, this.#head.id, this.#output.length);
    this.#input = this.#open.kind === "custom" ? new InputText() : undefined;
    return this.#numbers.text(beginEvents(this.#open));
  }

  #add(text: string): string {
    this.#characters += text.length;
    return this.#open && text !== "" ? this.#numbers.text(deltaEvents(this.#open, text)) : "";
  }

  #end(): string {
    const item = this.#open;
    if (!item) {
      return "";
    }
    const isIncomplete = this.#isCut && (item.kind === "text" || !isWhole(item));
    const rest = isIncomplete ? "" : this.#add(this.#input?.end() ?? "");
    this.#open = undefined;
    const status = isIncomplete ? "incomplete" : "completed";
    this.#output.push(itemJson(item, status));
    return rest + this.#numbers.text(endEvents(item, status));
  }

  #withEstimates(): ReportedUsage {
    const { usage, reasoningTokens } = this.#usage;
    const { inputTokens, outputTokens } = usage;
    return {
      reasoningTokens,
      usage: {
        ...usage,
        inputTokens: inputTokens > 0 ? inputTokens : this.#head.inputTokens,
        outputTokens: outputTokens > 0 ? outputTokens : Math.ceil(this.#characters / 4),
      },
    };
  }
}

export function responsesAnswer(head: AnswerHead, events: readonly AnswerEvent[]): object {
  const writer = new ResponsesWriter(head);
  for (const event of events) {
    writer.write(event);
  }
  writer.write({ kind: "finish", reason: "stop" });
  return writer.response();
}

export function responsesStreamError(head: AnswerHead, error: StreamError): string {
  return new EventNumbers().text(failedEvents(error, responseJson(head)));
}

const prefixes = {
  text: "msg",
  refusal: "msg",
  reasoning: "rs",
  function: "fc",
  custom: "ctc",
  localShell: "lsh",
} as const;

function itemOf(block: BlockHead, response: string, output: number): OutputItem {
  const kind = kindOf(block);
  const id = `${prefixes[kind]}_${response.replace(/^resp_/u, "")}_${output}`;
  const item = { kind, id, output, text: "" };
  switch (block.kind) {
    case "toolCall":
      return { ...item, callId: block.id, name: block.name, namespace: block.namespace };
    case "redactedThinking":
      return { ...item, encryptedContent: encryptedContentOf(block.data) };
    default:
      return item;
  }
}

function kindOf(block: BlockHead): OutputItem["kind"] {
  switch (block.kind) {
    case "toolCall":
      return block.form ?? "function";
    case "thinking":
    case "redactedThinking":
      return "reasoning";
    default:
      return block.kind;
  }
}

function incompleteReason(finish: Finish | undefined): string | undefined {
  switch (finish?.reason) {
    case "length":
      return "max_output_tokens";
    case "refusal":
      return "content_filter";
    default:
      return undefined;
  }
}
