/**
 * Host and page validate each other's messages. `…Calls` and `…Contract` of the host go from the page to the host,
 * `…Shows` from the host to the page.
 */
import * as z from "zod/mini";

import { outcomeSchema } from "../base/outcome.ts";
import type { Contract } from "../base/rpc.ts";
import {
  attachmentInfoSchema,
  chatEventSchema,
  messageSchema,
} from "../conversation/conversation.ts";
import { failureSchema } from "../failures/failure.ts";
import { hubModelSchema } from "../hubApi/model.ts";
import { agentCalls, agentShows } from "./agentCalls.ts";
import { contextCalls, contextShows } from "./contextCalls.ts";
import { editingCalls } from "./editingCalls.ts";
import { governanceCalls, governanceShows } from "./governanceCalls.ts";
import { historyCalls, historyShows } from "./historyCalls.ts";
import { protectionCalls, protectionShows, sendOutcomeSchema } from "./protectionCalls.ts";
import { toolsCalls, toolsShows } from "./toolsCalls.ts";
import { turnsCalls, turnsShows } from "./turnsCalls.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));
const nothing = z.object({});
/** Text of a person: up to 10 million UTF-16 units. */
const draftSchema = z.string().check(z.maxLength(10_000_000));
/** The draft's version, which increases with every change, to find the newer of two copies after a reload. */
const draftVersionSchema = z.int().check(z.nonnegative());

export const connectionSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("needsBaseUrl") }),
  z.object({ state: z.literal("needsToken"), baseUrl: z.string(), host: z.string() }),
  z.object({ state: z.literal("connecting") }),
  z.object({
    state: z.literal("ready"),
    baseUrl: z.string(),
    host: z.string(),
    isLocal: z.boolean(),
    tokenIsKept: z.boolean(),
  }),
  /** `reason` is one of `BaseUrlProblem`. */
  z.object({ state: z.literal("badBaseUrl"), value: z.string(), reason: z.string() }),
]);

export type Connection = z.infer<typeof connectionSchema>;

const turnSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("idle") }),
  z.object({
    state: z.literal("running"),
    messageId: idSchema,
    progress: z.optional(
      z.discriminatedUnion("kind", [
        z.object({
          kind: z.literal("waiting"),
          since: z.number(),
          last: z.optional(z.enum(["nothing", "head", "life", "content"])),
        }),
        z.object({
          kind: z.literal("retrying"),
          attempt: z.number(),
          at: z.number(),
          failure: failureSchema,
        }),
      ]),
    ),
  }),
]);

export type Turn = z.infer<typeof turnSchema>;

export const viewStateSchema = z.object({
  connection: connectionSchema,
  /** The hub does not answer, or refuses its token. */
  hubProblem: z.optional(failureSchema),
  isHubAwaited: z.optional(z.literal(true)),
  canSignIn: z.optional(z.literal(true)),
  cannotStartLocalHub: z.optional(z.literal(true)),
  selectedModel: z.optional(z.string()),
  selectedModelName: z.optional(z.string()),
  /** The organisation has set the model on this machine. */
  isModelLocked: z.optional(z.literal(true)),
  isAddressLocked: z.optional(z.literal(true)),
  /** Only names that differ from the model's id. */
  modelNames: z.optional(z.record(z.string(), z.string())),
  ownModel: z.optional(z.object({ id: z.string(), name: z.string() })),
  /** The names of the hub's own kinds of sensitive data. */
  ownKinds: z.optional(
    z.array(
      z.object({
        placeholder: z.string(),
        labels: z.object({ en: z.string(), "pt-br": z.string() }),
      }),
    ),
  ),
  attachments: z.array(attachmentInfoSchema),
  turn: turnSchema,
});

export type ViewState = z.infer<typeof viewStateSchema>;

const branchesSchema = z.record(idSchema, z.object({ index: z.number(), count: z.number() }));

export type Branches = z.infer<typeof branchesSchema>;

const messagesPageSchema = z.object({
  messages: z.array(messageSchema),
  branches: branchesSchema,
  hasEarlier: z.boolean(),
});

const editSchema = z.object({ messageId: idSchema, text: draftSchema });

const snapshotSchema = z.extend(messagesPageSchema, {
  view: viewStateSchema,
  conversationId: idSchema,
  title: z.optional(z.string()),
  seq: z.number(),
  draft: draftSchema,
  draftVersion: draftVersionSchema,
  edits: z.optional(z.array(editSchema)),
});

export type Snapshot = z.infer<typeof snapshotSchema>;

export type Outcome = z.infer<typeof outcomeSchema>;

const modelListSchema = z.object({
  models: z.array(hubModelSchema),
  fetchedAt: z.optional(z.number()),
  failure: z.optional(failureSchema),
});

export type ModelList = z.infer<typeof modelListSchema>;

const onMessage = z.object({ conversationId: idSchema, messageId: idSchema });

export const hostContract = {
  /** Returns the whole state; the host then shows the events that follow `seq`. */
  attach: { params: nothing, result: snapshotSchema },
  loadEarlier: { params: onMessage, result: messagesPageSchema },
  sendMessage: {
    params: z.object({
      conversationId: idSchema,
      text: draftSchema,
      draftVersion: draftVersionSchema,
    }),
    result: sendOutcomeSchema,
  },
  stop: { params: nothing, result: nothing },
  newChat: { params: nothing, result: nothing },
  /** The present answer stays as a branch. */
  regenerate: { params: onMessage, result: outcomeSchema },
  continueAnswer: { params: onMessage, result: outcomeSchema },
  /** The present message stays as a branch. */
  editMessage: { params: z.extend(onMessage, { text: draftSchema }), result: outcomeSchema },
  selectBranch: {
    params: z.extend(onMessage, { offset: z.union([z.literal(1), z.literal(-1)]) }),
    result: nothing,
  },
  saveDraft: {
    params: z.object({
      conversationId: idSchema,
      text: draftSchema,
      draftVersion: draftVersionSchema,
    }),
    result: nothing,
  },
  /** Without a text, the edit is deleted. */
  keepEdit: { params: z.extend(onMessage, { text: z.optional(draftSchema) }), result: nothing },
  listModels: { params: z.object({ refresh: z.boolean() }), result: modelListSchema },
  selectModel: { params: z.object({ id: z.string().check(z.maxLength(500)) }), result: nothing },
  openAttachment: { params: z.object({ id: idSchema }), result: outcomeSchema },
  removeAttachment: { params: z.object({ id: idSchema }), result: nothing },
  /** The host checks the scheme and asks the person where necessary. `refused`: the link is never opened. */
  openLink: {
    params: z.object({ href: z.string().check(z.maxLength(8192)) }),
    result: outcomeSchema,
  },
  copyText: { params: z.object({ text: draftSchema }), result: nothing },
  insertAtCursor: { params: z.object({ text: draftSchema }), result: outcomeSchema },
  setBaseUrl: {
    params: z.object({ value: z.string().check(z.maxLength(4000)) }),
    result: z.object({ ok: z.boolean(), reason: z.optional(z.string()) }),
  },
  changeAddress: { params: nothing, result: nothing },
  /** Resolves after `showState` has brought the hub's answer. */
  checkHub: { params: nothing, result: nothing },
  signIn: { params: nothing, result: nothing },
  /** Opens the editor's password input; the token itself never reaches the page. */
  setToken: { params: nothing, result: nothing },
  startLocalHub: { params: nothing, result: outcomeSchema },
  diagnose: { params: nothing, result: nothing },
  codeColors: {
    params: z.object({ theme: z.string().check(z.maxLength(500)) }),
    result: z.object({
      colors: z.record(
        z.string().check(z.maxLength(40)),
        z.string().check(z.regex(/^#[0-9a-fA-F]{3,8}$/)),
      ),
    }),
  },
  ...historyCalls,
  ...turnsCalls,
  ...toolsCalls,
  ...contextCalls,
  ...editingCalls,
  ...governanceCalls,
  ...protectionCalls,
  ...agentCalls,
} as const satisfies Contract;

/** A closed page misses messages. It attaches again for a snapshot, and detects missed events by their numbers. */
export const viewContract = {
  showState: { params: viewStateSchema },
  /** Events `seq - events.length + 1` to `seq`. A page that missed an event attaches again. */
  showEvents: {
    params: z.object({
      conversationId: idSchema,
      seq: z.number(),
      events: z.array(chatEventSchema),
    }),
  },
  reload: { params: nothing },
  focusComposer: { params: nothing },
  ...historyShows,
  ...turnsShows,
  ...toolsShows,
  ...contextShows,
  ...governanceShows,
  ...protectionShows,
  ...agentShows,
} as const satisfies Contract;
