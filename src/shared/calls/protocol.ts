/**
 * The one contract between the extension host and a chat page. Every payload is validated on
 * arrival. `…Calls` and `…Contract` of the host go from the page to the host, `…Shows` from the
 * host to the page.
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
/** Text a person wrote or pasted: up to 10 million UTF-16 units. */
const draftSchema = z.string().check(z.maxLength(10_000_000));
/** Rises with every change of a draft, so that after a reload the newer of two copies is known. */
const draftVersionSchema = z.int().check(z.nonnegative());

export const connectionSchema = z.discriminatedUnion("state", [
  /** First use: there is no address yet. */
  z.object({ state: z.literal("needsBaseUrl") }),
  /** There is an address, but no token for its origin. */
  z.object({ state: z.literal("needsToken"), baseUrl: z.string(), host: z.string() }),
  /** A local hub is starting, or secrets are being read. */
  z.object({ state: z.literal("connecting") }),
  z.object({
    state: z.literal("ready"),
    baseUrl: z.string(),
    host: z.string(),
    /** Whether it is the bundled hub on this machine. */
    isLocal: z.boolean(),
    /** Whether the token survives a restart of the editor. */
    tokenIsKept: z.boolean(),
  }),
  /** The configured address cannot be used; `reason` is one of `BaseUrlProblem`. */
  z.object({ state: z.literal("badBaseUrl"), value: z.string(), reason: z.string() }),
]);

export type Connection = z.infer<typeof connectionSchema>;

const turnSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("idle") }),
  z.object({
    state: z.literal("running"),
    messageId: idSchema,
    /** What a slow answer waits for. Times are epoch milliseconds. */
    progress: z.optional(
      z.discriminatedUnion("kind", [
        z.object({
          kind: z.literal("waiting"),
          since: z.number(),
          /** What the hub sent last. */
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

/** The small state that the page shows and the host owns; always sent whole. */
export const viewStateSchema = z.object({
  connection: connectionSchema,
  /** Why the hub of the connection cannot be used: no answer, or its token is refused. */
  hubProblem: z.optional(failureSchema),
  /** The first answer of the hub has not come yet. */
  isHubAwaited: z.optional(z.literal(true)),
  /** In a browser's extension host no process can be started. */
  cannotStartLocalHub: z.optional(z.literal(true)),
  /** Chosen model id; undefined until one is known. */
  selectedModel: z.optional(z.string()),
  /** The model's name, if the hub lists it. */
  selectedModelName: z.optional(z.string()),
  /** The hub's names for models of the conversation, by id, where they differ from it. */
  modelNames: z.optional(z.record(z.string(), z.string())),
  /** The person's own choice, while a prompt's model replaces it for the next message. */
  ownModel: z.optional(z.object({ id: z.string(), name: z.string() })),
  /** Attachments of the next message. */
  attachments: z.array(attachmentInfoSchema),
  turn: turnSchema,
});

export type ViewState = z.infer<typeof viewStateSchema>;

/** Place of a message among its siblings; absent if it has none. */
const branchesSchema = z.record(idSchema, z.object({ index: z.number(), count: z.number() }));

export type Branches = z.infer<typeof branchesSchema>;

const messagesPageSchema = z.object({
  /** Consecutive messages of the visible path, oldest first. */
  messages: z.array(messageSchema),
  branches: branchesSchema,
  hasEarlier: z.boolean(),
});

const editSchema = z.object({ messageId: idSchema, text: draftSchema });

const snapshotSchema = z.extend(messagesPageSchema, {
  view: viewStateSchema,
  conversationId: idSchema,
  title: z.optional(z.string()),
  /** Number of the last event whose effect `messages` contains. */
  seq: z.number(),
  draft: draftSchema,
  draftVersion: draftVersionSchema,
  /** Unsent edits of sent messages; the last one is open. */
  edits: z.optional(z.array(editSchema)),
});

export type Snapshot = z.infer<typeof snapshotSchema>;

export type Outcome = z.infer<typeof outcomeSchema>;

const modelListSchema = z.object({
  models: z.array(hubModelSchema),
  /** Epoch milliseconds of the list's arrival; absent if there was none yet. */
  fetchedAt: z.optional(z.number()),
  failure: z.optional(failureSchema),
});

export type ModelList = z.infer<typeof modelListSchema>;

const onMessage = z.object({ conversationId: idSchema, messageId: idSchema });

/** The calls that the page makes to the host. */
export const hostContract = {
  /** Everything the page needs to draw; afterwards the host shows the events that follow `seq`. */
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
  /** Another answer to the same message; the present one stays as a branch. */
  regenerate: { params: onMessage, result: outcomeSchema },
  /** The rest of an answer that was cut off. */
  continueAnswer: { params: onMessage, result: outcomeSchema },
  /** Sends the message again with another text; the present one stays as a branch. */
  editMessage: { params: z.extend(onMessage, { text: draftSchema }), result: outcomeSchema },
  /** Shows the branch at distance `offset` (1 or -1) from the branch of this message. */
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
  /** Keeps the unsent edit of a sent message; without a text it is given up. */
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
  /** `reason` is one of `BaseUrlProblem` when the address cannot be used. */
  setBaseUrl: {
    params: z.object({ value: z.string().check(z.maxLength(4000)) }),
    result: z.object({ ok: z.boolean(), reason: z.optional(z.string()) }),
  },
  /** Opens the editor's input for another address. */
  changeAddress: { params: nothing, result: nothing },
  /** Asks the hub again whether it answers; resolves with its answer, which `showState` brings. */
  checkHub: { params: nothing, result: nothing },
  /** Opens the editor's password input; the token itself never reaches the page. */
  setToken: { params: nothing, result: nothing },
  startLocalHub: { params: nothing, result: outcomeSchema },
  diagnose: { params: nothing, result: nothing },
  /** A theme's colours for code, by token class (`keyword`, `string`, …), as CSS colours. */
  codeColors: {
    /** The theme's id, which the editor gives every webview. */
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

/**
 * What the host tells the page. A page that is gone misses it: when it returns it attaches and gets a snapshot, and it
 * notices missed events by their numbers.
 */
export const viewContract = {
  showState: { params: viewStateSchema },
  /** Events `seq - events.length + 1` to `seq`; a page that missed an event attaches again. */
  showEvents: {
    params: z.object({
      conversationId: idSchema,
      seq: z.number(),
      events: z.array(chatEventSchema),
    }),
  },
  /** Another conversation or branch is shown: attach again. */
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
