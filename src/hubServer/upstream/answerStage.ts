import type { AnswerEvent, StreamError } from "../formats/base/answerEvent.ts";
import type { AnswerReader } from "../formats/base/answerReader.ts";
import type { ToolNames } from "../formats/base/sentTool.ts";
import { SseScanner } from "../formats/base/sseScanner.ts";
import { withOwnName } from "../formats/base/toolNames.ts";
import {
  type ChatFormat,
  createReader,
  createWriter,
  streamErrorText,
} from "../formats/chatFormat.ts";
import { ApiError } from "../http/apiError.ts";
import { endsEvent } from "../models/keepAlive.ts";
import { meterEvent } from "../models/meterEvent.ts";
import type { AnswerTap } from "../models/modelSource.ts";
import { type CutOptions, CutWriter } from "./cutWriter.ts";
import { UsageFilter } from "./usageFilter.ts";

export interface AnswerStage {
  readonly take: (chunk: Uint8Array) => StageStep;
  /** Call only after the upstream ended its stream properly. */
  readonly end: () => string | Uint8Array;
  readonly isBetweenEvents: boolean;
  /** True after the answer's end; only usage and the stream's end may follow. */
  readonly isFinished: boolean;
  /** Set if the error event depends on earlier events. */
  readonly failedText?: (error: StreamError) => string | undefined;
}

export interface StageStep {
  readonly out: readonly (string | Uint8Array)[];
  readonly isOver: boolean;
}

export interface StageOptions extends CutOptions {
  readonly tap: AnswerTap;
}

export class PassThroughStage implements AnswerStage {
  isBetweenEvents = true;
  readonly #tap: AnswerTap;
  readonly #scanner = new SseScanner();
  readonly #reader: AnswerReader;
  readonly #cutWriter: CutWriter;
  readonly #filter: UsageFilter | undefined;
  readonly #choices: number;
  readonly #error: () => string;
  #finished = 0;
  /** True while the stream's end would cut the answer. */
  #isOpen = false;

  constructor(options: StageOptions) {
    const { tap, format, head, wantsUsage, choices } = options;
    this.#tap = tap;
    this.#choices = choices;
    this.#reader = createReader(format);
    this.#cutWriter = new CutWriter(options, this.#reader.cutText?.bind(this.#reader));
    this.#error = () =>
      this.failedText(incomplete()) ?? streamErrorText(format, incomplete(), head.requestId);
    this.#filter = format === "openai" && !wantsUsage ? new UsageFilter() : undefined;
  }

  get isFinished(): boolean {
    return this.#finished >= this.#choices;
  }

  take(chunk: Uint8Array): StageStep {
    this.isBetweenEvents = endsEvent(chunk);
    for (const { data, end } of this.#scanner.scan(chunk)) {
      if (!this.#readEvent(data)) {
        this.#tap.cut();
        return {
          out: [this.#filtered(chunk.subarray(0, end)), this.#cutWriter.write()],
          isOver: true,
        };
      }
    }
    return { out: [this.#filtered(chunk)], isOver: false };
  }

  /** An answer without a finish reason must not look complete. */
  end(): Uint8Array {
    const last = this.#filter?.flush() ?? new Uint8Array();
    if (this.#finished > 0) {
      return last;
    }
    this.#tap.fail();
    return this.#isOpen && this.isBetweenEvents
      ? Buffer.concat([last, Buffer.from(this.#error())])
      : last;
  }

  /** False if the answer must be cut. */
  #readEvent(data: string): boolean {
    let mayGoOn = true;
    this.#isOpen &&= data.trim() !== "[DONE]";
    for (const event of this.#reader.read(data)) {
      mayGoOn = meterEvent(this.#tap, event) && mayGoOn;
      this.#cutWriter.note(event);
      this.#finished += event.kind === "finish" ? 1 : 0;
      this.#isOpen = event.kind !== "error";
    }
    // If every choice has ended, only the usage is to come.
    return mayGoOn || this.isFinished;
  }

  failedText(error: StreamError): string | undefined {
    return this.#reader.failedText?.(error);
  }

  #filtered(bytes: Uint8Array): Uint8Array {
    return this.#filter?.filter(bytes) ?? bytes;
  }
}

function incomplete(): ApiError {
  return new ApiError(502, "The upstream ended its answer before it was complete.", {
    code: "upstream_error",
  });
}

export class TranslatingStage implements AnswerStage {
  readonly isBetweenEvents = true;
  readonly #tap: AnswerTap;
  readonly #names: ToolNames;
  readonly #scanner = new SseScanner();
  readonly #reader;
  readonly #writer;
  isFinished = false;

  readonly #format: ChatFormat;

  constructor(
    { tap, head, format, wantsUsage }: Omit<StageOptions, "choices">,
    { upstreamFormat, names }: { readonly upstreamFormat: ChatFormat; readonly names: ToolNames },
  ) {
    this.#tap = tap;
    this.#names = names;
    this.#format = format;
    this.#reader = createReader(upstreamFormat);
    this.#writer = createWriter(format, head, wantsUsage);
  }

  take(chunk: Uint8Array): StageStep {
    let out = "";
    for (const { data } of this.#scanner.scan(chunk)) {
      for (const event of this.#reader.read(data)) {
        const mayGoOn = meterEvent(this.#tap, event);
        out += this.#writer.write(withOwnName(event, this.#names));
        this.isFinished ||= event.kind === "finish";
        if (event.kind === "error") {
          return { out: [out], isOver: true };
        }
        if (!mayGoOn && !this.isFinished) {
          this.#tap.cut();
          return { out: [out, this.#finish({ kind: "finish", reason: "length" })], isOver: true };
        }
      }
    }
    return { out: out === "" ? [] : [out], isOver: false };
  }

  /** An answer without a finish reason must not look complete. */
  end(): string {
    if (this.isFinished) {
      return this.#writer.end();
    }
    this.#tap.fail();
    const { message, status } = incomplete();
    return this.#writer.write({ kind: "error", error: { message, status } });
  }

  failedText(error: StreamError): string | undefined {
    return this.#format === "responses" ? this.#writer.write({ kind: "error", error }) : undefined;
  }

  #finish(event: AnswerEvent): string {
    return this.#writer.write(event) + this.#writer.end();
  }
}
