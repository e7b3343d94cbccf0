import type { Clock } from "../../shared/base/clock.ts";
import { fieldsOf, listOf, parseFields, stringOf } from "../formats/base/fields.ts";
import type { HubResponse } from "../http/message.ts";
import { readChatCall } from "./chatCall.ts";
import { completionAnswer, finishReasonOf } from "./completionAnswer.ts";
import { type CompletionCall, completionOrder } from "./completionCall.ts";
import type { CallContext, RunChat } from "./modelSource.ts";

const rules =
  "You fill in code at a cursor. You get the text before and behind it. Answer with the text that belongs " +
  "at the cursor and with nothing else: no explanation, no fence, no repetition of what stands around it. " +
  "Answer nothing at all if nothing belongs there.";

const editRules =
  "You name a programmer's next edit. You get the last differences and the lines around the cursor, which is between " +
  "<before> and <after>. If the differences make one more change in these lines likely, answer " +
  "<old>\nwhole lines as they stand, at least one that stands there once\n</old>\n<new>\nthe lines in their " +
  "place\n</new> and nothing else. Otherwise answer <none/>.";

export async function completionByChat(
  chat: RunChat,
  call: CompletionCall,
  { context, clock }: { readonly context: CallContext; readonly clock: Clock },
): Promise<HubResponse> {
  const order = completionOrder(call);
  const parts = [
    ...order.context.map(({ path, text }) => tagged("file", text, path)),
    ...order.edits.map(({ path, text }) => tagged("difference", text, path)),
    tagged("before", order.before, order.path),
    tagged("after", order.after),
  ];
  const { prompt: _prompt, suffix: _suffix, hub: _hub, stop: _stop, ...parameters } = call.fields;
  const body = {
    ...parameters,
    messages: [
      { role: "system", content: call.isNextEdit ? editRules : rules },
      { role: "user", content: parts.join("\n") },
    ],
    stream: false,
    stream_options: undefined,
  };
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const answer = await chat(readChatCall(bytes, "openai"), context);
  if (answer.status !== 200 || typeof answer.body === "function") {
    return answer;
  }
  const text =
    typeof answer.body === "string" ? answer.body : new TextDecoder().decode(answer.body);
  const [choice] = listOf(parseFields(text)?.["choices"]);
  const { message, finish_reason: reason } = fieldsOf(choice);
  const content = stringOf(fieldsOf(message)["content"]) ?? "";
  return completionAnswer(
    call,
    // The chat has counted this text already.
    { tap: { ...context.tap, add: () => true, report: () => undefined } },
    {
      texts: [withoutFence(content)],
      stops: order.stops,
      clock,
      told: () => ({ reason: finishReasonOf(reason) }),
    },
  );
}

function tagged(name: string, text: string, path?: string): string {
  return `<${name}${path === undefined ? "" : ` path=${JSON.stringify(path)}`}>\n${text}\n</${name}>`;
}

function withoutFence(answer: string): string {
  const text = answer.replace(/^\s*<think>[^]*?<\/think>\s*/u, "");
  const fenced = /^\s*```[^\n]*\n(?<code>[^]*?)\n?```/u.exec(text);
  return fenced?.groups?.["code"] ?? text;
}
