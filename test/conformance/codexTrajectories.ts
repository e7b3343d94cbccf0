import { existsSync } from "node:fs";
import { join } from "node:path";

import {
  answers,
  type FakeUpstream,
  type UpstreamHandler,
} from "../support/modelServer/fakeUpstream.ts";
import type { Spoken } from "../support/modelServer/modelServer.ts";

export interface Outcome {
  readonly text: string;
  readonly code: number | null;
}

export interface Trajectory {
  readonly name: string;
  readonly prompt?: string;
  /** The upstream's answers in turn; the last one repeats. */
  readonly answers: (model: (spoken: Spoken) => UpstreamHandler) => readonly UpstreamHandler[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly stopsAt?: string;
  readonly isRight: (outcome: Outcome, upstream: FakeUpstream, folder: string) => boolean;
}

const commandCall = (id: string, cmd: string): NonNullable<Spoken["calls"]>[number] => {
  const json = JSON.stringify({ cmd });
  return { id, name: "exec_command", json: [json.slice(0, 7), json.slice(7)] };
};
const patch = `apply_patch <<'EOF'
*** Begin Patch
*** Add File: added.txt
+added by a patch
*** End Patch
EOF`;
/** Begins an answer and breaks the connection. */
const breaking =
  (handler: UpstreamHandler): UpstreamHandler =>
  (request, response) => {
    let writes = 0;
    const write = response.write.bind(response);
    response.write = (chunk: string): boolean => {
      writes += 1;
      return writes > 4 || write(chunk);
    };
    response.end = () => {
      setImmediate(() => response.destroy());
      return response;
    };
    handler(request, response);
  };

export const trajectories: readonly Trajectory[] = [
  {
    name: "text",
    answers: (model) => [model({ text: ["Hello ", "from the model"] })],
    isRight: ({ text, code }) => code === 0 && text.includes("Hello from the model"),
  },
  {
    name: "a command and its output",
    answers: (model) => [
      model({ text: ["I look."], calls: [commandCall("c1", "echo ran-$((40+2))")], end: "tools" }),
      model({ text: ["All done"] }),
    ],
    isRight: ({ text }, { last }) => text.includes("All done") && last.body.includes("ran-42"),
  },
  {
    name: "two commands at once",
    answers: (model) => [
      model({
        calls: [commandCall("c1", "echo one-$((1+0))"), commandCall("c2", "echo two-$((1+1))")],
        end: "tools",
      }),
      model({ text: ["Both done"] }),
    ],
    isRight: ({ text }, { last: { body } }) =>
      text.includes("Both done") && body.includes("one-1") && body.includes("two-2"),
  },
  {
    name: "a patch",
    answers: (model) => [
      model({ calls: [commandCall("c1", patch)], end: "tools" }),
      model({ text: ["Patched"] }),
    ],
    isRight: ({ text }, _, folder) =>
      text.includes("Patched") && existsSync(join(folder, "added.txt")),
  },
  {
    name: "thoughts that go back to their maker",
    answers: (model) => [
      model({
        thinking: { text: "hm", signature: "c2lnbmVk" },
        calls: [commandCall("c1", "true")],
        end: "tools",
      }),
      model({ text: ["Thought"] }),
    ],
    isRight: ({ text }) => text.includes("Thought"),
  },
  {
    name: "a long stream",
    answers: (model) => [model({ text: Array.from({ length: 2_000 }, (_, at) => `w${at} `) })],
    isRight: ({ text }) => text.includes("w0 ") && text.includes("w1999"),
  },
  {
    name: "a stream that breaks, and the next that does not",
    answers: (model) => [
      breaking(model({ text: ["a", "b", "c", "d", "e"] })),
      model({ text: ["Whole again"] }),
    ],
    isRight: ({ text, code }) => code === 0 && text.includes("Whole again"),
  },
  {
    name: "a rate limit",
    answers: () => [answers({ error: { message: "too many for now", type: "x" } }, 429)],
    isRight: ({ code }) => code !== 0,
  },
  {
    name: "a blocked number",
    prompt: "Pay with the card 4539 5780 6328 1940",
    answers: (model) => [model({ text: ["never"] })],
    isRight: ({ text, code }, { requests }) =>
      code !== 0 && requests.length === 0 && /card/iu.test(text),
  },
  {
    name: "the end of a run's cap",
    headers: { "X-Hub-Run": "codex-run", "X-Hub-Run-Limit": "0.000001" },
    answers: (model) => [model({ text: ["never"] })],
    isRight: ({ text, code }, { requests }) =>
      code !== 0 && requests.length === 0 && text.includes("402"),
  },
  {
    name: "a person who leaves",
    answers: () => [
      (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(": thinking\n\n");
      },
    ],
    stopsAt: "asked",
    isRight: (_, { openAnswers }) => openAnswers === 0,
  },
];
