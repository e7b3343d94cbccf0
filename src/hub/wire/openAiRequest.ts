import { outputLimitField } from "../../shared/hubApi/modelFields.ts";
import type { ChatContentPart, ChatRequest, ChatRequestMessage, ChatTool } from "./chatTypes.ts";

/** OpenAI API reference, "Create chat completion", streamed. */
export function openAiBody({ model, messages, tools, maxOutputTokens }: ChatRequest): object {
  return {
    model,
    messages: messages.map(messageOf),
    ...(tools !== undefined && tools.length > 0 && { tools: tools.map(toolOf) }),
    ...(maxOutputTokens !== undefined && { [outputLimitField(model)]: maxOutputTokens }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

function messageOf(message: ChatRequestMessage): object {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content };
    case "user":
      return { role: "user", content: userContent(message.content) };
    case "assistant":
      return assistantMessage(message);
    case "tool":
      return {
        role: "tool",
        tool_call_id: message.callId,
        content: message.isError === true ? errorText(message.content) : message.content,
      };
    default:
      return message satisfies never;
  }
}

/** The user's content. Text alone becomes a string, because not every server reads parts. */
function userContent(content: string | readonly ChatContentPart[]): unknown {
  if (typeof content === "string") {
    return content;
  }
  const [first] = content;
  return content.length === 1 && first?.type === "text" ? first.text : content.map(partOf);
}

function partOf(part: ChatContentPart): object {
  return part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "image_url", image_url: { url: `data:${part.mimeType};base64,${part.base64}` } };
}

function assistantMessage({
  content,
  toolCalls = [],
}: Extract<ChatRequestMessage, { role: "assistant" }>): object {
  return {
    role: "assistant",
    content: content === "" && toolCalls.length > 0 ? null : content,
    ...(toolCalls.length > 0 && {
      tool_calls: toolCalls.map(({ id, name, arguments: given }) => ({
        id,
        type: "function",
        function: { name, arguments: JSON.stringify(given) },
      })),
    }),
  };
}

/** An error as text, because this format has no error field. */
function errorText(content: string): string {
  return /^error\b/iu.test(content) ? content : `Error: ${content}`;
}

function toolOf({ name, description, inputSchema }: ChatTool): object {
  return { type: "function", function: { name, description, parameters: inputSchema } };
}
