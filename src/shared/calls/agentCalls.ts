import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";
import { agentLevels } from "../hubApi/agentLevels.ts";

const nothing = z.object({});
const idSchema = z.string().check(z.minLength(1), z.maxLength(100));
const pathSchema = z.string().check(z.maxLength(4000));

/** What a conversation's next message starts: an answer, a plan that changes nothing, or a run that edits and runs. */
export const chatModeSchema = z.enum(["ask", "plan", "agent"]);
export type ChatMode = z.infer<typeof chatModeSchema>;

/** Commands in the menu of modes. */
export const managed = ["searchCode", "mcpServers", "approvalRules", "turnOnCompletion"] as const;

const levelSchema = z.enum(agentLevels);

/** Why a card deserves a closer look; the page has the words. */
const cardWarningSchema = z.enum([
  /** The command would run outside the sandbox, because the model asks for it. */
  "leavesSandbox",
  /** The person has changes in the file that are not saved. */
  "savesFirst",
  "dropsMost",
  "runsByItself",
  /** A command in the sandbox has changed the file already; without the person's word it is put back. */
  "changedByCommand",
  "secretFile",
  "outsideWorkspace",
  "followsLink",
  "notUndoable",
  /** Files that Git ignores would be deleted; nobody keeps them. */
  "losesIgnored",
  "tainted",
  "sensitiveData",
  "invisibleCharacters",
]);

/** The dangers of a command; `names`: a few files or folders. */
const dangerSchema = z.object({
  kind: z.enum(["deletes", "packages", "network", "outside", "history"]),
  names: z.array(pathSchema),
});

/** One act that waits for the person. What is shown here is what is done, byte for byte. */
const agentCardSchema = z.object({
  /** Cannot be guessed, and is valid for one decision. */
  id: idSchema,
  callId: z.string(),
  kind: z.enum(["request", "edit", "command", "delete", "outside", "serverStart", "mcpCall"]),
  paths: z.array(pathSchema),
  /** Of an edit: unified diff; of an MCP call: its arguments; of a server: what would be started. */
  detail: z.string(),
  /** Of an edit: it makes the file. */
  isNew: z.optional(z.literal(true)),
  /** Several edits in one card, in the order of `paths`; `detail` is empty then. Each can be left out by itself. */
  parts: z.optional(z.array(z.object({ paths: z.array(pathSchema), detail: z.string() }))),
  command: z.optional(z.string()),
  /** Folder in which the command runs, as people know it. */
  folder: z.optional(z.string()),
  /** Secret-looking variables that the command gets by the person's rules. */
  variables: z.optional(z.array(z.string())),
  /** Why the model wants it: the model's own words. */
  purpose: z.optional(z.string()),
  isSandboxed: z.optional(z.boolean()),
  /** Why the command must leave the sandbox: the model's own words, empty if it has none; absent if it does not leave it. */
  outsideReason: z.optional(z.string()),
  /** Of a server that runs: the paths name its new or changed tools, which the agent would have from now on. */
  isToolReview: z.optional(z.boolean()),
  warnings: z.array(cardWarningSchema),
  dangers: z.optional(z.array(dangerSchema)),
  /**
   * What else the person may allow with the approval: the same text for the `run`, all `edits` of the run, or rules that are
   * kept for this folder; empty if it can only be approved once.
   */
  rules: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["run", "edits", "exact", "beginning"]),
      text: z.string(),
      /** The rule also holds for the command outside the sandbox. */
      leavesSandbox: z.optional(z.literal(true)),
    }),
  ),
  /** The rule that is chosen at first. */
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

/** `detail`: the name of the program that is missing, or what it printed when it failed. */
const noSandboxSchema = z.object({
  why: z.enum(["homeFolder", "noProgram", "failed"]),
  detail: z.string(),
});
export type NoSandbox = Readonly<z.infer<typeof noSandboxSchema>>;

/** The cap at which a run paused, in the unit that limits it; amounts are decimals. */
const capPauseSchema = z.object({
  unit: z.enum(["money", "tokens", "steps"]),
  used: z.string(),
  limit: z.string(),
  currency: z.optional(z.string()),
  /** What the person can add; absent if the organisation allows no more. */
  more: z.optional(z.string()),
});

/** The run bar. */
const runStateSchema = z.object({
  state: z.enum(["running", "waiting", "paused"]),
  step: z.number(),
  maxSteps: z.number(),
  /** What it does now: waits for the model, runs a tool (with its subject: path, command or query), waits for a person. */
  doing: z.object({
    kind: z.enum(["model", "tool", "person", "compaction"]),
    tool: z.optional(z.string()),
    subject: z.optional(z.string()),
  }),
  /** Decimals in the hub's currency; `isApproximate`: the hub does not hold the cap. */
  cost: z.string(),
  /** Money that the prompt cache saved. */
  saved: z.optional(z.string()),
  maxCost: z.optional(z.string()),
  /** Where the model has no price, these are what counts for the cap. */
  tokens: z.optional(z.number()),
  maxTokens: z.optional(z.number()),
  currency: z.optional(z.string()),
  isApproximate: z.boolean(),
  files: z.number(),
  /** Why it is paused: *Go on* continues. */
  pause: z.optional(z.enum(["steps", "loop", "budget", "interrupted", "failed"])),
  /** With `steps` and `budget`; absent if the amounts are not known. */
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
  /** Somebody else changed it since: *Undo* asks. */
  isChangedSince: z.boolean(),
});

const checkpointSchema = z.object({
  id: idSchema,
  /** The message before which it stands. */
  messageId: idSchema,
  files: z.number(),
  /** *Restore* was used: *Redo* is offered. */
  isRestored: z.boolean(),
});

const conversation = { conversationId: idSchema };
const oneCheckpoint = z.object({ ...conversation, checkpointId: idSchema });
const somePaths = z.object({ ...conversation, paths: z.optional(z.array(pathSchema)) });

export const agentCalls = {
  setMode: { params: z.object({ ...conversation, mode: chatModeSchema }), result: nothing },
  /** Runs a command of the extension that the menu of modes offers. */
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
      /** Parts of the card that are not approved with the others, by their place from 0. */
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
  /** Stops one command of the run; the run goes on. */
  stopCommand: { params: z.object({ ...conversation, callId: z.string() }), result: nothing },
  showCommand: { params: z.object({ ...conversation, callId: z.string() }), result: nothing },
  /** Without paths: all files of the run. */
  keepChanges: { params: somePaths, result: nothing },
  undoChanges: {
    params: z.object({
      ...somePaths.shape,
      /** Also what somebody else changed since is lost; the person was asked. */
      evenChanged: z.optional(z.boolean()),
    }),
    result: nothing,
  },
  /** Opens a file of the run where each place can be kept or undone. */
  reviewChanges: { params: z.object({ ...conversation, path: pathSchema }), result: nothing },
  /** Opens the difference of one file, or of all together. */
  openChanges: { params: somePaths, result: nothing },
  restoreCheckpoint: { params: oneCheckpoint, result: nothing },
  redoCheckpoint: { params: oneCheckpoint, result: nothing },
  compareCheckpoint: { params: oneCheckpoint, result: nothing },
  /** Switches to Agent and sends the plan as its task. */
  startPlan: { params: z.object({ ...conversation, messageId: idSchema }), result: nothing },
  /** `allowMore`: the person raises the cap that paused the run. */
  goOnWithRun: {
    params: z.object({ ...conversation, allowMore: z.optional(z.boolean()) }),
    result: nothing,
  },
  /** Ends the paused run and keeps its changes. */
  leaveRun: { params: z.object({ ...conversation }), result: nothing },
  /** The person looked at what tainted the run: its level and rules hold again. */
  trustAgain: { params: z.object({ ...conversation }), result: nothing },
} as const satisfies Contract;

export const agentShows = {
  showAgent: {
    params: z.object({
      ...conversation,
      mode: chatModeSchema,
      /** Why Plan and Agent cannot be chosen; absent if they can. */
      unavailable: z.optional(
        z.enum(["untrusted", "noTools", "noFolder", "policy", "otherWindow"]),
      ),
      level: levelSchema,
      levels: z.array(levelSchema),
      /** Why there is no level Sandbox on this machine; absent until it is known. */
      noSandbox: z.optional(noSandboxSchema),
      /** The organisation allows no commands. */
      hasNoCommands: z.optional(z.boolean()),
      run: z.optional(runStateSchema),
      plan: z.array(planItemSchema),
      cards: z.array(agentCardSchema),
      question: z.optional(questionSchema),
      changes: z.array(changedFileSchema),
      checkpoints: z.array(checkpointSchema),
      /** The folder is the sample's, which has tasks to try; only of an empty conversation. */
      isSample: z.optional(z.boolean()),
      /** Commands that go on after their run, by the call that started them. */
      background: z.array(z.object({ callId: z.string(), command: z.string() })),
    }),
  },
  /** The end of a running command's output, at most ten times a second. */
  showOutput: {
    params: z.object({
      ...conversation,
      callId: z.string(),
      /** The last 200 lines, without escape sequences. */
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
