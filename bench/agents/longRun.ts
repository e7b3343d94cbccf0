import type { AgentState } from "../../src/shared/calls/agentCalls.ts";
import type { ChatEvent, ToolCallPart } from "../../src/shared/conversation/conversation.ts";
import {
  agentState,
  call,
  changes,
  command,
  edit,
  output,
  run,
} from "../../test/webview/agent/agentScenes.ts";

/** What the host tells the page, in one post. */
export type Post =
  | { readonly events: readonly ChatEvent[] }
  | { readonly method: "showAgent" | "showOutput"; readonly params: unknown };

const messageId = "m2";

/**
 * Posts of the steps `from` to `to` of a run, as a host makes them: words of the model in small pieces, a call, its
 * result, the state of the run; every tenth step edits, every fifth runs a command with ten updates of its output.
 */
export function stepsOf(from: number, to: number): readonly (readonly Post[])[] {
  return Array.from({ length: to - from }, (_, index) => postsOf(from + index));
}

function postsOf(step: number): readonly Post[] {
  const part = partOf(step);
  return [
    ...words(step),
    { events: [{ kind: "toolCallAdded", messageId, part: { ...part, state: "running" } }] },
    { method: "showAgent", params: stateAt(step, part) },
    ...(part.name === "run_command" ? outputs(part.callId) : []),
    {
      events: [
        {
          kind: "toolCallChanged",
          messageId,
          callId: part.callId,
          state: "done",
          result: part.result,
        },
      ],
    },
    { method: "showAgent", params: stateAt(step, undefined) },
  ];
}

function words(step: number): readonly Post[] {
  return Array.from({ length: 5 }, (_, piece) => {
    const text =
      piece === 0 ? `\n\nStep ${step}: ` : "the file `src/retry.ts` says **why**, so I look ";
    return { events: [{ kind: "partDelta", messageId, part: "text", text }] };
  });
}

function partOf(step: number): ToolCallPart {
  if (step % 10 === 0) {
    return edit({ step });
  }
  if (step % 5 === 0 || step % 10 === 1) {
    return command({ step });
  }
  const result = `${step}\tconst value = ${step};\n`.repeat(100);
  return call("read_file", { path: `src/file${step}.ts` }, { step, result });
}

function outputs(callId: string): readonly Post[] {
  return Array.from({ length: 10 }, (_, index) => ({
    method: "showOutput",
    params: output(callId, { isRunning: index < 9 }),
  }));
}

function stateAt(step: number, part: ToolCallPart | undefined): AgentState {
  const doing = part
    ? ({ kind: "tool", tool: part.name, subject: "src/retry.ts" } as const)
    : ({ kind: "model" } as const);
  return agentState({ run: { ...run, step, maxSteps: 500, files: 3, doing }, changes });
}
