import type { AgentCard, AgentState, CommandOutput } from "../../../src/shared/calls/agentCalls.ts";
import type { Snapshot } from "../../../src/shared/calls/protocol.ts";
import type {
  AssistantMessage,
  ToolCallPart,
} from "../../../src/shared/conversation/conversation.ts";
import { answer, readyView, snapshot, userMessage } from "../../support/fakeHost/builders.ts";

export const agentState = (change: Partial<AgentState> = {}): AgentState => ({
  conversationId: "c1",
  mode: "agent",
  level: "ask",
  levels: ["ask", "edits", "sandbox"],
  plan: [],
  cards: [],
  changes: [],
  checkpoints: [],
  background: [],
  ...change,
});

export const run: NonNullable<AgentState["run"]> = {
  state: "running",
  step: 4,
  maxSteps: 100,
  doing: { kind: "tool", tool: "run_command", subject: "npm test -- retry" },
  cost: "0.12",
  maxCost: "2",
  currency: "USD",
  isApproximate: false,
  files: 2,
  isTainted: false,
};

let count = 0;

export function call(name: string, args: object, change: Partial<ToolCallPart> = {}): ToolCallPart {
  count += 1;
  return {
    kind: "toolCall",
    callId: `call-${count}`,
    step: count,
    name,
    arguments: JSON.stringify(args),
    state: "done",
    result: "Done.",
    ...change,
  };
}

export const edit = (change: Partial<ToolCallPart> = {}): ToolCallPart =>
  call(
    "edit_file",
    {
      path: "src/retry.ts",
      edits: [
        {
          old_text: "  const timer = setTimeout(next, ms);\n  return wait(next);\n",
          new_text:
            "  const timer = setTimeout(next, ms);\n  try {\n    return wait(next);\n  } finally {\n    clearTimeout(timer);\n  }\n",
        },
      ],
    },
    change,
  );

export const command = (change: Partial<ToolCallPart> = {}): ToolCallPart =>
  call(
    "run_command",
    { command: "npm test -- retry", purpose: "See whether the test still hangs" },
    {
      result: " ✓ retry gives up after three attempts\n\nTests  8 passed\nExit code 0.",
      ...change,
    },
  );

export const output = (callId: string, change: Partial<CommandOutput> = {}): CommandOutput => ({
  conversationId: "c1",
  callId,
  tail: Array.from({ length: 24 }, (_, line) => `✓ retry.test.ts > case ${line + 1} (2 ms)`).join(
    "\n",
  ),
  isRunning: true,
  isSandboxed: true,
  folder: "shop",
  ...change,
});

const planItems = [
  { text: "Find where the timer is made", state: "done" },
  { text: "Clear it in every way out", state: "running" },
  { text: "Run the tests", state: "open" },
];

export const plan: AgentState["plan"] = [
  { text: "Find where the timer is made", state: "done" },
  { text: "Clear it in every way out", state: "doing" },
  { text: "Run the tests", state: "open" },
];

const text = (words: string) => ({ kind: "text", text: words }) as const;

/** What an answer of a run looks like half-way. */
export const steps = (): AssistantMessage["parts"] => [
  text("I look for the timer first."),
  call("read_file", { path: "src/retry.ts", start_line: 1, end_line: 40 }),
  call("read_file", { path: "src/wait.ts" }),
  call("search_text", { query: "setTimeout" }),
  call("update_plan", { items: planItems }, { result: "The plan has 3 steps, 1 done." }),
  text("The timer is never cleared when `wait` throws."),
  edit(),
  command(),
];

export function working(
  parts: AssistantMessage["parts"],
  change: Partial<AssistantMessage> = {},
): Snapshot {
  const message = answer("m2", "", { parentId: "m1", state: "streaming", parts, ...change });
  return snapshot({
    messages: [userMessage("m1", "This test hangs. Find out why and mend it."), message],
    view: {
      ...readyView,
      turn:
        message.state === "streaming" ? { state: "running", messageId: "m2" } : { state: "idle" },
    },
  });
}

export const changes: AgentState["changes"] = [
  {
    path: "src/retry.ts",
    kind: "changed",
    added: 5,
    removed: 1,
    state: "open",
    isChangedSince: false,
  },
  {
    path: "test/retry.test.ts",
    kind: "new",
    added: 31,
    removed: 0,
    state: "open",
    isChangedSince: true,
  },
  {
    path: "src/timers/clearAll.ts",
    movedFrom: "src/clear.ts",
    kind: "moved",
    added: 0,
    removed: 0,
    state: "kept",
    isChangedSince: false,
  },
];

export const generated: AgentState["changes"] = [
  "node_modules/left-pad/index.js",
  "node_modules/left-pad/package.json",
  "package-lock.json",
].map((path) => ({
  path,
  group: path.startsWith("node_modules") ? "node_modules" : "",
  kind: "new",
  added: 12,
  removed: 0,
  state: "open",
  isChangedSince: false,
}));

export function card(callId: string, change: Partial<AgentCard> = {}): AgentCard {
  return {
    id: "card-1",
    callId,
    kind: "edit",
    paths: ["src/retry.ts"],
    detail:
      "--- src/retry.ts\n+++ src/retry.ts\n@@ 12 @@\n-  return wait(next);\n+  try {\n+    return wait(next);\n+  } finally {\n+    clearTimeout(timer);\n+  }\n@@ 30 @@\n-}\n+};",
    warnings: [],
    rules: [],
    armedAt: 0,
    expiresAt: Date.now() + 86_400_000,
    ...change,
  };
}

export const commandCard = (callId: string, change: Partial<AgentCard> = {}): AgentCard =>
  card(callId, {
    kind: "command",
    paths: [],
    detail: "",
    command: "npm install --save-dev vitest && npx vitest run",
    folder: "shop",
    isSandboxed: false,
    purpose: "The test runner is missing, so I install it.",
    warnings: ["notUndoable"],
    variables: ["NPM_TOKEN"],
    rules: [
      { id: "run", kind: "run", text: "npm install --save-dev vitest && npx vitest run" },
      { id: "r1", kind: "exact", text: "npm install --save-dev vitest && npx vitest run" },
      { id: "r2", kind: "beginning", text: "npx vitest run" },
    ],
    ...change,
  });

/** What a run asks beside edits and commands, each for a call of a tool. */
export const otherCards: readonly {
  readonly tool: string;
  readonly change: Partial<AgentCard>;
}[] = [
  {
    tool: "mcp_tickets_close_issue",
    change: {
      kind: "mcpCall",
      paths: [],
      detail: '{\n  "issue": 1284,\n  "comment": "The timer is cleared now."\n}',
      warnings: ["tainted", "sensitiveData"],
      rules: [{ id: "r1", kind: "exact", text: "mcp_tickets_close_issue" }],
    },
  },
  {
    tool: "read_file",
    change: {
      kind: "serverStart",
      paths: [],
      detail: "npx -y @example/tickets-server --project shop\nin /home/ana/shop\nTICKETS_TOKEN",
    },
  },
  {
    tool: "delete_file",
    change: { kind: "delete", paths: ["src/timers/oldRetry.ts"], warnings: ["notUndoable"] },
  },
  {
    tool: "read_file",
    change: {
      kind: "outside",
      paths: ["/home/ana/.config/shop/keys.json"],
      warnings: ["outsideWorkspace", "secretFile", "followsLink"],
    },
  },
  {
    tool: "edit_file",
    change: {
      paths: ["package.json"],
      detail:
        '--- package.json\n+++ package.json\n@@ 7 @@\n-    "test": "jest"\n+    "test": "vitest"',
      warnings: ["savesFirst", "runsByItself", "invisibleCharacters"],
    },
  },
];

/** Acts that were refused, failed, or may have happened. */
export const failedActs = (): AssistantMessage["parts"] => [
  text("I try it in three ways."),
  call("read_file", { path: "src/gone.ts" }, { state: "failed", result: "There is no such file." }),
  edit({ state: "refused", result: "Not done, nothing was changed. The person rejected it." }),
  edit({ state: "failed", result: "Not done, nothing was changed. old_text is there twice." }),
  command({ state: "unknown", result: undefined }),
  command({ result: "1 failed\n\nTests  1 failed, 7 passed\nExit code 1." }),
];

/** What a card of three edits adds to a usual one. */
export const several: Partial<AgentCard> = {
  paths: ["src/retry.ts", "src/wait.ts", "test/retry.test.ts"],
  detail: "",
  parts: ["src/retry.ts", "src/wait.ts", "test/retry.test.ts"].map((path) => ({
    paths: [path],
    detail: `--- ${path}\n+++ ${path}\n@@ 12 @@\n-  return wait(next);\n+  return await wait(next);`,
  })),
};
