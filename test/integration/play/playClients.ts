import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";

/** One answer, alike in both formats. */
export interface PlayedAnswer {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  readonly end: "stop" | "calls" | "length";
  /** The arguments of a call that the length limit cut: no JSON. */
  readonly cutArguments?: string;
}

export interface PlayChat {
  /** Sends the results of the last answer's calls, and returns the next answer. */
  next(results?: readonly string[]): Promise<PlayedAnswer>;
}

export interface PlayClient {
  begin(message: string, tools: readonly string[]): PlayChat;
}

type FunctionCall = OpenAI.ChatCompletionMessageFunctionToolCall;

const model = "hub-script-play";
const schema = { type: "object", properties: {} } as const;

/** Plays with the official SDK of OpenAI's format. */
export function openAiClient(client: OpenAI, isStreamed: boolean): PlayClient {
  return {
    begin: (message, names) => {
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: message }];
      const tools = names.map((name) => ({
        type: "function" as const,
        function: { name, parameters: schema },
      }));
      const request = { model, messages, ...(tools.length > 0 && { tools }) };
      let ids: readonly string[] = [];
      return {
        next: async (results = []) => {
          for (const [index, content] of results.entries()) {
            messages.push({ role: "tool", tool_call_id: ids[index] ?? "", content });
          }
          const { choices } = await (isStreamed
            ? client.chat.completions.stream(request).finalChatCompletion()
            : client.chat.completions.create(request));
          const [choice] = choices;
          if (!choice) {
            throw new Error("no choice");
          }
          messages.push(choice.message);
          const calls = (choice.message.tool_calls ?? []).filter(
            (call): call is FunctionCall => call.type === "function",
          );
          ids = calls.map(({ id }) => id);
          return openAiAnswer(choice, calls);
        },
      };
    },
  };
}

function openAiAnswer(
  { message, finish_reason: reason }: OpenAI.ChatCompletion.Choice,
  calls: readonly FunctionCall[],
): PlayedAnswer {
  const text = message.content ?? "";
  if (reason === "length") {
    const cutArguments = calls.at(-1)?.function.arguments ?? "";
    return { text, calls: [], end: "length", cutArguments };
  }
  return {
    text,
    calls: calls.map(({ function: { name, arguments: json } }) => ({
      name,
      args: JSON.parse(json) as unknown,
    })),
    end: reason === "tool_calls" ? "calls" : "stop",
  };
}

/** Plays with the official SDK of Anthropic's format. */
export function anthropicClient(client: Anthropic, isStreamed: boolean): PlayClient {
  return {
    begin: (message, names) => {
      const messages: Anthropic.MessageParam[] = [{ role: "user", content: message }];
      const tools = names.map((name) => ({ name, input_schema: schema }));
      const request = { model, messages, max_tokens: 4_000, tools };
      let ids: readonly string[] = [];
      return {
        next: async (results = []) => {
          if (results.length > 0) {
            messages.push({
              role: "user",
              content: results.map((content, index) => ({
                type: "tool_result",
                tool_use_id: ids[index] ?? "",
                content,
              })),
            });
          }
          const parts: string[] = [];
          const answer = await (isStreamed
            ? client.messages
                .stream(request)
                .on("inputJson", (part) => parts.push(part))
                .finalMessage()
            : client.messages.create(request));
          messages.push({ role: "assistant", content: answer.content });
          const calls = answer.content.filter((block) => block.type === "tool_use");
          ids = calls.map(({ id }) => id);
          const whole = calls.map(
            ({ input }) => (input as { raw_arguments?: string }).raw_arguments,
          );
          return anthropicAnswer(answer, calls, isStreamed ? parts.join("") : whole.join(""));
        },
      };
    },
  };
}

function anthropicAnswer(
  { content, stop_reason: reason }: Anthropic.Message,
  calls: readonly Anthropic.ToolUseBlock[],
  cutArguments: string,
): PlayedAnswer {
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("");
  return reason === "max_tokens"
    ? { text, calls: [], end: "length", cutArguments }
    : {
        text,
        calls: calls.map(({ name, input }) => ({ name, args: input })),
        end: reason === "tool_use" ? "calls" : "stop",
      };
}
