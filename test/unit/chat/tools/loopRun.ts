import type { AnswerEvent } from "../../../../src/chat/toolEvents.ts";
import type { ApprovalDecision } from "../../../../src/chat/tools/pendingDecisions.ts";
import { runToolLoop } from "../../../../src/chat/tools/toolLoop.ts";
import type {
  ChatRequest,
  StreamEvent,
  StreamOptions,
} from "../../../../src/hub/wire/chatTypes.ts";
import type {
  PreparedCall,
  Tool,
  ToolOutcome,
  WriteProposal,
} from "../../../../src/shared/conversation/tool.ts";

const proposal: WriteProposal = {
  environment: { name: "Sandbox", isProduction: false },
  title: { en: "Write", ptBr: "Escrever" },
  act: { en: "Write 1", ptBr: "Escrever 1" },
  method: "PUT",
  url: "https://portal.test/1",
  fields: [],
  warnings: [],
};

export const done = (text: string): ToolOutcome => ({ state: "done", text });

export function tool(name: string, prepare: Tool["prepare"], isWrite = false): Tool {
  return {
    definition: { name, description: name, inputSchema: { type: "object" } },
    isWrite,
    prepare,
  };
}

export const reading = (name: string, text: string | (() => string)): Tool =>
  tool(name, () =>
    Promise.resolve({
      kind: "read",
      run: () => Promise.resolve(done(typeof text === "string" ? text : text())),
    }),
  );

export const writing = (name: string, send: () => Promise<ToolOutcome>): Tool =>
  tool(
    name,
    () => Promise.resolve({ kind: "write", proposal, run: send } satisfies PreparedCall),
    true,
  );

export const call = (name: string, input: Record<string, unknown> = {}): StreamEvent => ({
  kind: "toolCall",
  call: { id: "", name, arguments: input },
});
export const text = (words: string): StreamEvent => ({ kind: "textDelta", text: words });
export const finished = (reason = "stop"): StreamEvent => ({ kind: "finished", reason });

interface Run {
  readonly events: AnswerEvent[];
  readonly requests: { readonly request: ChatRequest; readonly options: StreamOptions }[];
  readonly failure: unknown;
}

interface RunOptions {
  readonly tools: readonly Tool[];
  readonly approve?: (callId: string, shown: WriteProposal) => Promise<ApprovalDecision>;
  readonly scan?: (text: string) => string;
  readonly signal?: AbortSignal;
  readonly messages?: ChatRequest["messages"];
}

/** Runs the loop against a model that answers each request with the next of `answers`, the last one again. */
export async function run(
  answers: readonly (readonly StreamEvent[])[],
  options: RunOptions,
): Promise<Run> {
  const requests: Run["requests"] = [];
  const events: AnswerEvent[] = [];
  let lastId = 0;
  const { tools, approve = () => Promise.resolve("approved"), scan = (same) => same } = options;
  const signal = options.signal ?? new AbortController().signal;
  try {
    const loop = runToolLoop(
      {
        model: "m",
        messages: options.messages ?? [
          { role: "system", content: "S" },
          { role: "user", content: "Go" },
        ],
      },
      { signal, idempotencyKey: "key" },
      {
        tools,
        scan,
        approve,
        newId: () => `id-${(lastId += 1)}`,
        async *streamChat(request, streamOptions) {
          await Promise.resolve();
          requests.push({ request, options: streamOptions });
          yield* answers[Math.min(requests.length, answers.length) - 1] ?? [];
        },
      },
    );
    for await (const event of loop) {
      events.push(event);
    }
    return { events, requests, failure: undefined };
  } catch (failure) {
    return { events, requests, failure };
  }
}

export const moves = ({ events }: Run): readonly unknown[] =>
  events.flatMap((event) =>
    event.kind === "toolCallMoved" ? [[event.callId, event.state, event.result]] : [],
  );

export const usage = (inputTokens: number, cost: string): StreamEvent => ({
  kind: "usage",
  inputTokens,
  cost,
  currency: "BRL",
});
