import type { FimForm } from "../../shared/fimForms.ts";
import type { AnswerHead } from "../formats/answerWriter.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import type { ToolNames } from "../formats/toolNames.ts";
import type { HubResponse } from "../http/message.ts";
import type { TokenUsage } from "../store/records.ts";
import type { TextCount } from "../values/tokenCount.ts";
import type { ChatCall } from "./chatCall.ts";
import type { CompletionCall } from "./completionCall.ts";
import type { EmbeddingCall } from "./embeddingCall.ts";
import type { ModelInfo } from "./modelInfo.ts";

/** Receives a model's reports on its answer while it runs. */
export interface AnswerTap {
  /** Counts text of the answer; false if a stream must be cut after it. */
  readonly add: (text: string) => boolean;
  /** Counts a whole answer's text that another thread has read. */
  readonly addCounted: (count: TextCount) => void;
  readonly report: (usage: TokenUsage) => void;
  /** Reports that the stream was cut, and ended properly. */
  readonly cut: () => void;
  /** Reports that the upstream has the request, and that its answer cannot be read. */
  readonly lost: () => void;
  /** Reports that the answer broke off, though its client got a proper end or error. */
  readonly fail: () => void;
}

/** One of the model servers that have a model. */
export interface ModelRoute {
  /** The server's name and its id of the model. */
  readonly name: string;
  readonly chat: RunChat;
}

/** How a server fills in the middle by itself. */
export type FillForm = Exclude<FimForm, "chat">;

/** The parts of the request beside the conversation that a model needs. */
export interface CallContext {
  readonly requestId: string;
  /**
   * Aborted when all work for the call must stop: when the client of a stream has left, and some time after
   * the client of a whole answer has, which is paid for.
   */
  readonly signal: AbortSignal;
  readonly tap: AnswerTap;
  /** The caller begins a stream whose head is late. */
  readonly beginsLater?: boolean;
  /** Counts bytes of an answer that is kept in memory; throws an `ApiError` if they do not fit. */
  readonly hold?: (bytes: number) => void;
  /** Reads a large answer in another thread; absent where all are read on this one. */
  readonly readElsewhere?: ReadWhole;
}

/** How a whole answer is read. */
export interface WholeOrder {
  /** `usage`: of an embeddings answer, where nothing else is read. */
  readonly upstreamFormat: ChatFormat | "usage";
  readonly format: ChatFormat;
  /** Whether to write it for the client, as a whole or as the text of a stream. */
  readonly writes: "nothing" | "whole" | "stream";
  readonly wantsUsage: boolean;
  readonly head: AnswerHead;
  readonly toolNames: ToolNames;
}

/** What a whole answer contains. */
export interface WholeReading {
  /** False if it is no answer of the format. */
  readonly isAnswer: boolean;
  readonly text: TextCount;
  readonly usages: readonly TokenUsage[];
  readonly hasFailed: boolean;
  /** The answer in the call's format, if it was to be written. */
  readonly body?: Uint8Array;
}

/** Rejects with an `ApiError` if the answer cannot be read in time. */
export type ReadWhole = (bytes: Uint8Array, order: WholeOrder) => Promise<WholeReading>;

/** Answers a chat request in its format. Throws an `ApiError` if the answer cannot begin. */
export type RunChat = (call: ChatCall, context: CallContext) => Promise<HubResponse>;

export interface Model {
  /** Absent for a model that does not chat, as `embed` is for one that does not embed. */
  readonly chat?: RunChat;
  readonly embed?: (call: EmbeddingCall, context: CallContext) => Promise<HubResponse>;
  /** Fills in the text at a cursor; absent for a model that is asked in a chat instead. */
  readonly complete?: (call: CompletionCall, context: CallContext) => Promise<HubResponse>;
  /** The same for a model whose record says by which form its server fills in. */
  readonly fill?: (
    form: FillForm,
    call: CompletionCall,
    context: CallContext,
  ) => Promise<HubResponse>;
  /** A built-in model: its input is exactly our estimate. */
  readonly isEstimated?: boolean;
  /** Tokens of its context, as its source lists it: no request has more. */
  readonly contextLength?: number;
  /** Counts the tokens of a messages request; if absent, the hub estimates them. */
  readonly count?: RunChat;
}

/** A source of models: an upstream, or the built-in models. */
export interface ModelSource {
  /** Name of the source, for `name/id` where two sources have the same id. */
  readonly name: string;
  /** The models on offer now. A source that does not answer offers none; it does not throw. */
  readonly list: () => Promise<readonly ModelInfo[]>;
  /**
   * One of its models by its own id; undefined if it has no such model. With `mayBeUnlisted` a
   * source whose list is unavailable accepts any id: its upstream then decides.
   */
  readonly find: (id: string, mayBeUnlisted: boolean) => Promise<Model | undefined>;
}
