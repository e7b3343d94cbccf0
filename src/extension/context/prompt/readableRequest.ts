import * as vscode from "vscode";
import * as z from "zod/mini";

import { readableJson, withEscapes } from "../../../context/requestReport.ts";
import type {
  ChatContentPart,
  ChatRequest,
  ChatRequestMessage,
  ChatTool,
} from "../../../hub/wire/chatTypes.ts";

const { l10n } = vscode;

const bodySchema = z.record(z.string(), z.unknown());
/** Fields that have blocks of their own, in both chat formats. */
const drawn = new Set(["messages", "system", "tools"]);

/**
 * A request as Markdown: other fields, each message as the model reads it, then the tools. Writes invisible characters
 * as escapes. `body` is the encoded request.
 */
export function readableRequest({ messages, tools = [] }: ChatRequest, body: string): string {
  const fields = Object.entries(bodySchema.parse(JSON.parse(body))).filter(
    ([name]) => !drawn.has(name),
  );
  return [
    fields.map(([name, value]) => `${name}: ${readableJson(JSON.stringify(value))}`).join("\n"),
    ...messages.flatMap((message, index) => [
      `## ${index + 1} · ${titleOf(message, messages)}`,
      textOf(message),
    ]),
    ...(tools.length === 0 ? [] : [`## ${l10n.t("Tools")}`, ...tools.flatMap(toolText)]),
    "",
  ].join("\n\n");
}

function titleOf(message: ChatRequestMessage, all: readonly ChatRequestMessage[]): string {
  switch (message.role) {
    case "system":
      return l10n.t("System message");
    case "user":
      return l10n.t("You");
    case "assistant":
      return l10n.t("Model");
    case "tool":
      return l10n.t("Result of {0}", callName(message.callId, all));
    default:
      return message satisfies never;
  }
}

function callName(id: string, messages: readonly ChatRequestMessage[]): string {
  const calls = messages.flatMap((one) => (one.role === "assistant" ? (one.toolCalls ?? []) : []));
  return withEscapes(calls.find((call) => call.id === id)?.name ?? id);
}

function textOf(message: ChatRequestMessage): string {
  const { content } = message;
  const text = typeof content === "string" ? content : content.map(partText).join("\n\n");
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  return [
    ...(text === "" ? [] : [withEscapes(text)]),
    ...calls.map(({ name, arguments: given }) =>
      l10n.t("Calls {0} with {1}", withEscapes(name), readableJson(JSON.stringify(given))),
    ),
  ].join("\n\n");
}

function partText(part: ChatContentPart): string {
  if (part.type === "text") {
    return part.text;
  }
  const kilobytes = Math.ceil((part.base64.length * 3) / 4 / 1024);
  return l10n.t("[Image: {0}, {1} KB]", part.mimeType, kilobytes);
}

function toolText({ name, description, inputSchema }: ChatTool): readonly string[] {
  return [
    `### ${withEscapes(name)}`,
    withEscapes(description),
    readableJson(JSON.stringify(inputSchema)),
  ];
}
