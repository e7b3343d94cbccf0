import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";
import { agentLevels } from "../hubApi/agentLevels.ts";

const nothing = z.object({});
const idSchema = z.string().check(z.minLength(1), z.maxLength(100));
const pathSchema = z.string().check(z.maxLength(4000));

export const chatModeSchema = z.enum(["ask", "plan", "agent"]);
export type ChatMode = z.infer<typeof chatModeSchema>;

export const managed = ["searchCode", "mcpServers", "approvalRules", "turnOnCompletion"] as const;

const levelSchema = z.enum(agentLevels);

const cardWarningSchema = z.enum([
  /** The model asks to run the command outside the sandbox. */
  "leavesSandbox",
  /** The person has unsaved changes in the file, which are saved first. */
  "savesFirst",
  "dropsMost",
  "runsByItself",
  "otherNames",
  /** A sandboxed command already changed the file; without approval it is restored. */
  "changedByCommand",
  /** A command outside the sandbox may read paths that the organisation excludes. */
  "excludedPath",
  "secretFile",
  "outsideWorkspace",
  "followsLink",
  "notUndoable",
  /** The act deletes files that Git ignores; no copy remains. */
  "losesIgnored",
  "tainted",
  "sensitiveData",
  "invisibleCharacters",
]);

const dangerSchema = z.object({
  kind: z.enum(["deletes", "packages", "network", "outside", "history"]),
  names: z.array(pathSchema),
});

/** An act that waits for approval. Exactly the shown bytes are executed. */
const agentCardSchema = z.object({
  /** Cannot be guessed, and is valid for one decision. */
  id: idSchema,
  callId: z.string(),
  kind: z.enum([
    "request",
    "edit",
    "command",
    "delete",
    "outside",
    "serverStart",
    "mcpCall",
    "web",
  ]),
  paths: z.array(pathSchema),
  /** The unified diff of an edit, the arguments of an MCP call, the address of a page, or the command of a server. */
  detail: z.string(),
  isNew: z.optional(z.literal(true)),
  /** Several edits in one card, in the order of `paths`; `detail` is empty then. */
  parts: z.optional(z.array(z.object({ paths: z.array(pathSchema), detail: z.string() }))),
  command: z.optional(z.string()),
  folder: z.optional(z.string()),
  /** Secret-looking variables that the command gets by the person's rules. */
  variables: z.optional(z.array(z.string())),
  purpose: z.optional(z.string()),
  isSandboxed: z.optional(z.boolean()),
  /** The model's own words, or empty. Absent if the command stays in the sandbox. */
  outsideReason: z.optional(z.string()),
  /** The paths name new or changed tools of a running server. */
  isToolReview: z.optional(z.boolean()),
  warnings: z.array(cardWarningSchema),
  dangers: z.optional(z.array(dangerSchema)),
  /**
   * Choices beyond this act: the same text for the `run`, all `edits` of the run, or stored rules for this folder.
   * Empty if only this act can be allowed.
   */
  rules: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["run", "edits", "exact", "beginning"]),
      text: z.string(),
      leavesSandbox: z.optional(z.literal(true)),
    }),
  ),
  presetRule: z.optional(z.string()),
  armedAt: z.number(),
  expiresAt: z.number(),
});
export type AgentCard = Readonly<z.infer<typeof agentCardSchema>>;

const questionSchema = z.object({
  id: idSchema,
  callId: z.string(),
  question: z.string(),
  options: z.array(z.string()),
});

/** `detail` is the missing program's name, or its output when it failed. */
const noSandboxSchema = z.object({
  why: z.enum(["homeFolder", "noProgram", "failed"]),
  detail: z.string(),
});
export type NoSandbox = Readonly<z.infer<typeof noSandboxSchema>>;

const capPauseSchema = z.object({
  unit: z.enum(["money", "tokens", "steps"]),
  used: z.string(),
  limit: z.string(),
  currency: z.optional(z.string()),
  /** The amount that the person can add; absent if the organisation allows no more. */
  more: z.optional(z.string()),
});

const runStateSchema = z.object({
  state: z.enum(["running", "waiting", "paused"]),
  step: z.number(),
  maxSteps: z.number(),
  /** The run waits for the model, runs a tool (with path, command or query), or waits for a person. */
  doing: z.object({
    kind: z.enum(["model", "tool", "person", "compaction"]),
    tool: z.optional(z.string()),
    subject: z.optional(z.string()),
  }),
  /** Decimals in the hub's currency. `isApproximate`: the hub reported no cost, or does not enforce the cap. */
  cost: z.string(),
  saved: z.optional(z.string()),
  maxCost: z.optional(z.string()),
  /** The cap of a model without a price counts tokens. */
  tokens: z.optional(z.number()),
  maxTokens: z.optional(z.number()),
  currency: z.optional(z.string()),
  isApproximate: z.boolean(),
  files: z.number(),
  pause: z.optional(z.enum(["steps", "loop", "budget", "interrupted", "failed"])),
  /** The cap; set with `steps` and `budget` if the amounts are known. */
  cap: z.optional(capPauseSchema),
  isTainted: z.boolean(),
});

const planItemSchema = z.object({
  text: z.string(),
  state: z.enum(["open", "doing", "done"]),
});

const changedFileSchema = z.object({
  path: pathSchema,
  movedFrom: z.optional(pathSchema),
  kind: z.enum(["new", "changed", "deleted", "moved"]),
  added: z.number(),
  removed: z.number(),
  state: z.enum(["open", "kept", "undone"]),
  isChangedSince: z.boolean(),
  /** The folder of a generated or ignored file, "" for a single one; absent for other files. */
  group: z.optional(pathSchema),
});

const checkpointSchema = z.object({
  id: idSchema,
  messageId: idSchema,
  files: z.number(),
  isRestored: z.boolean(),
});

const conversation = { conversationId: idSchema };
const oneCheckpoint = z.object({ ...conversation, checkpointId: idSchema });
const somePaths = z.object({ ...conversation, paths: z.optional(z.array(pathSchema)) });

export const agentCalls = {
  setMode: { params: z.object({ ...conversation, mode: chatModeSchema }), result: nothing },
  manage: {
    params: z.object({ ...conversation, what: z.enum(managed) }),
    result: nothing,
  },
  setLevel: { params: z.object({ ...conversation, level: levelSchema }), result: nothing },
  decideAct: {
    params: z.object({
      ...conversation,
      cardId: idSchema,
      approve: z.boolean(),
      ruleId: z.optional(z.string()),
      leaveOut: z.optional(z.array(z.int()).check(z.maxLength(1000))),
    }),
    result: z.object({ outcome: z.enum(["done", "gone", "tooEarly"]) }),
  },
  answerQuestion: {
    params: z.object({
      ...conversation,
      questionId: idSchema,
      answer: z.string().check(z.maxLength(20_000)),
    }),
    result: nothing,
  },
  stopCommand: { params: z.object({ ...conversation, callId: z.string() }), result: nothing },
  showCommand: { params: z.object({ ...conversation, callId: z.string() }), result: nothing },
  keepChanges: { params: somePaths, result: nothing },
  undoChanges: {
    params: z.object({
      ...somePaths.shape,
      /** True to restore even where later changes by others are lost; the person was asked. */
      evenChanged: z.optional(z.boolean()),
    }),
    result: nothing,
  },
  reviewChanges: { params: z.object({ ...conversation, path: pathSchema }), result: nothing },
  openChanges: { params: somePaths, result: nothing },
  restoreCheckpoint: { params: oneCheckpoint, result: nothing },
  redoCheckpoint: { params: oneCheckpoint, result: nothing },
  compareCheckpoint: { params: oneCheckpoint, result: nothing },
  /** Switches to Agent and sends the plan as its task. */
  startPlan: { params: z.object({ ...conversation, messageId: idSchema }), result: nothing },
  goOnWithRun: {
    params: z.object({ ...conversation, allowMore: z.optional(z.boolean()) }),
    result: nothing,
  },
  leaveRun: { params: z.object({ ...conversation }), result: nothing },
  /** The person has reviewed the source that tainted the run, so its level and rules apply again. */
  trustAgain: { params: z.object({ ...conversation }), result: nothing },
} as const satisfies Contract;

export const agentShows = {
  showAgent: {
    params: z.object({
      ...conversation,
      mode: chatModeSchema,
      unavailable: z.optional(
        z.enum(["untrusted", "noTools", "noFolder", "policy", "otherWindow"]),
      ),
      level: levelSchema,
      levels: z.array(levelSchema),
      /** The organisation has set the level on this machine. */
      isLevelLocked: z.optional(z.boolean()),
      /** Why this machine has no level Sandbox; absent until it is known. */
      noSandbox: z.optional(noSandboxSchema),
      hasNoCommands: z.optional(z.boolean()),
      run: z.optional(runStateSchema),
      plan: z.array(planItemSchema),
      cards: z.array(agentCardSchema),
      question: z.optional(questionSchema),
      changes: z.array(changedFileSchema),
      checkpoints: z.array(checkpointSchema),
      isSample: z.optional(z.boolean()),
      isCompletionOff: z.optional(z.boolean()),
      /** Commands that outlive their run, by the call that started them. */
      background: z.array(z.object({ callId: z.string(), command: z.string() })),
    }),
  },
  showOutput: {
    params: z.object({
      ...conversation,
      callId: z.string(),
      /** The last 200 lines of the output, without escape sequences. */
      tail: z.string(),
      isRunning: z.boolean(),
      exit: z.optional(z.string()),
      isSandboxed: z.boolean(),
      folder: z.string(),
    }),
  },
} as const satisfies Contract;

export type AgentState = Readonly<z.infer<(typeof agentShows)["showAgent"]["params"]>>;
export type CommandOutput = Readonly<z.infer<(typeof agentShows)["showOutput"]["params"]>>;
