import type { Fields } from "./fields.ts";
import type { ToolNames } from "./sentTool.ts";

interface Cached {
  readonly cache?: Fields;
}

export interface TextPart extends Cached {
  readonly kind: "text";
  readonly text: string;
}

export interface ImagePart extends Cached {
  readonly kind: "image";
  readonly source:
    | { readonly kind: "url"; readonly url: string }
    | { readonly kind: "base64"; readonly mediaType: string; readonly data: string };
}

export interface FilePart extends Cached {
  readonly kind: "file";
  readonly name: string | undefined;
  readonly mediaType: string;
  readonly data: string;
}

export type RequestPart = TextPart | ImagePart | FilePart;

export type RequestBlock =
  | RequestPart
  | { readonly kind: "thinking"; readonly text: string; readonly signature: string | undefined }
  | { readonly kind: "redactedThinking"; readonly data: string }
  | {
      readonly kind: "toolCall";
      readonly id: string;
      readonly name: string;
      readonly arguments: string;
    }
  | {
      readonly kind: "toolResult";
      readonly id: string;
      readonly parts: readonly RequestPart[];
      readonly isError: boolean;
      readonly cache?: Fields;
    };

export function isPart(block: RequestBlock): block is RequestPart {
  return block.kind === "text" || block.kind === "image" || block.kind === "file";
}

export interface RequestMessage {
  readonly role: "system" | "user" | "assistant";
  readonly blocks: readonly RequestBlock[];
}

export interface ToolDefinition extends Cached {
  readonly name: string;
  readonly description: string | undefined;
  readonly schema: Fields;
  readonly isStrict: boolean | undefined;
}

export type ToolUse =
  | { readonly kind: "auto" | "none" | "required" }
  | { readonly kind: "tool"; readonly name: string };

export type Thinking =
  | { readonly kind: "off" | "adaptive" }
  | { readonly kind: "budget"; readonly tokens: number };

export interface AnswerSchema {
  readonly name: string | undefined;
  readonly schema: Fields;
  readonly isStrict?: boolean;
}

/** A request in any format; undefined fields are not set by the client. */
export interface ModelRequest {
  readonly messages: readonly RequestMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly toolUse: ToolUse | undefined;
  readonly allowsParallelCalls: boolean | undefined;
  readonly isStreamed: boolean;
  readonly maxTokens: number | undefined;
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly topK: number | undefined;
  readonly stop: readonly string[];
  readonly effort: string | undefined;
  readonly thinking: Thinking | undefined;
  readonly answerSchema: AnswerSchema | undefined;
  /** Fields of OpenAI's two formats, by their names in chat completions. */
  readonly openAi?: Fields;
  readonly user: string | undefined;
}

export interface ReadRequest {
  readonly request: ModelRequest;
  readonly dropped: ReadonlySet<string>;
  readonly names?: ToolNames;
}
