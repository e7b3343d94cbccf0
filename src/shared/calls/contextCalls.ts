import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));
const nothing = z.object({});
const done = z.object({ ok: z.boolean() });
/** What is added belongs to this conversation's unsent message, even if another is shown by then. */
const inConversation = z.object({ conversationId: idSchema });
/** Limit of a draft, in UTF-16 units. */
const textSchema = z.string().check(z.maxLength(10_000_000));
const nameSchema = z.string().check(z.maxLength(1000));

/** Sources that a search for context can be narrowed to. */
const sourceSchema = z.enum([
  "file",
  "folder",
  "symbol",
  "editor",
  "problems",
  "changes",
  "commit",
  "terminal",
  "search",
  "codebase",
  "conversation",
  "selection",
]);

export type ContextSource = z.infer<typeof sourceSchema>;

const itemSchema = z.object({
  /** The host's id for it; valid until many searches later. */
  id: idSchema,
  source: sourceSchema,
  label: nameSchema,
  /** Its place or its content. */
  detail: z.string().check(z.maxLength(4000)),
  /** Half-open ranges of the label that match the query. */
  matches: z.array(z.tuple([z.number(), z.number()])).check(z.maxLength(64)),
});

export type ContextItem = z.infer<typeof itemSchema>;

const slashCommandSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  description: z.string().check(z.maxLength(300)),
  /** The author: we, the person, or the workspace. */
  origin: z.enum(["builtIn", "person", "workspace"]),
  /** An action of the page, for a command without a prompt. */
  action: z.optional(z.enum(["clear", "newChat", "model", "help", "preview", "compact"])),
});

export type SlashCommand = z.infer<typeof slashCommandSchema>;

/** The parts of the next request in estimated tokens. The page counts the draft's text itself. */
export const contextMeterSchema = z.object({
  conversationId: idSchema,
  /** Of the chosen model; absent if the hub does not report it. */
  contextLength: z.optional(z.number()),
  /** Tokens kept free for the answer; absent together with `contextLength`. */
  reserved: z.optional(z.number()),
  /** Instructions that every request carries. */
  fixed: z.number(),
  history: z.number(),
  /** Number of messages of the conversation that are sent, and of those that are left out. */
  sentMessages: z.number(),
  leftOutMessages: z.number(),
  attachments: z.array(z.object({ id: idSchema, tokens: z.number() })).check(z.maxLength(200)),
  /** Reported tokens per estimated token of this model; 1 until something was reported. */
  rate: z.number(),
  isCalibrated: z.boolean(),
  /** Price of one input token as a decimal string, if the hub reports it. */
  inputPrice: z.optional(z.string().check(z.maxLength(50))),
  currency: z.optional(z.string().check(z.maxLength(10))),
});

export type ContextMeterFacts = z.infer<typeof contextMeterSchema>;

export const contextCalls = {
  /** `quick` is answered from memory; `full` searches the workspace too. A later search cancels an earlier one. */
  searchContext: {
    params: z.object({
      query: z.string().check(z.maxLength(500)),
      source: z.optional(sourceSchema),
      stage: z.enum(["quick", "full"]),
    }),
    result: z.object({ items: z.array(itemSchema).check(z.maxLength(100)) }),
  },
  /** Adds an item that a search or a paste offered. Not `ok` if it no longer exists or the person declined. */
  addContextItem: {
    params: z.extend(inConversation, { id: idSchema }),
    result: z.object({
      ok: z.boolean(),
      /** The new attachments. */
      ids: z.optional(z.array(idSchema).check(z.maxLength(200))),
    }),
  },
  /** Lets the person choose files with the editor's own dialog. */
  browseContext: { params: inConversation, result: nothing },
  /** Dropped files and folders, by address. */
  addDroppedUris: {
    params: z.extend(inConversation, {
      uris: z.array(z.string().check(z.maxLength(8000))).check(z.maxLength(50)),
    }),
    result: done,
  },
  /** A text file that was dropped from outside the editor. */
  addDroppedText: {
    params: z.extend(inConversation, { name: nameSchema, text: textSchema }),
    result: done,
  },
  /** The one place in an open document that a pasted text came from, if there is one. */
  findPasteOrigin: {
    params: z.object({ text: z.string().check(z.maxLength(200_000)) }),
    result: z.object({ origin: z.optional(z.object({ id: idSchema, label: nameSchema })) }),
  },
  /** Which of these texts of an answer name a file or symbol of the workspace, by index. */
  findReferences: {
    params: z.object({
      texts: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(100)),
    }),
    result: z.object({ found: z.array(z.int()).check(z.maxLength(100)) }),
  },
  /** Shows such a place in the editor; the host reads and checks the text again. */
  openReference: {
    params: z.object({ text: z.string().check(z.maxLength(300)) }),
    result: done,
  },
  listSlashCommands: {
    params: nothing,
    result: z.object({ commands: z.array(slashCommandSchema).check(z.maxLength(200)) }),
  },
  /**
   * The prompt of a command. Its context is attached, and the model it names is used for this message alone. Absent
   * if there is no such command, or if another conversation is shown by now.
   */
  expandSlashCommand: {
    params: z.extend(inConversation, {
      name: z.string().check(z.maxLength(60)),
      rest: textSchema,
    }),
    result: z.object({
      text: z.optional(textSchema),
      /** The model that the prompt names, if the hub offers none like it to the person. */
      missingModel: z.optional(z.string().check(z.maxLength(200))),
    }),
  },
  /** Lets the lines of the workspace that answer a message take the place of `@codebase` in its attachments. */
  findInCodebase: {
    params: z.object({ conversationId: idSchema, text: textSchema }),
    result: z.object({ outcome: z.enum(["found", "nothing", "noIndex"]) }),
  },
  /** Shows the next request in the editor. */
  previewRequest: {
    params: z.object({ conversationId: idSchema, text: textSchema }),
    result: done,
  },
  /** Leaves out as many older turns as necessary for the rest to fit, with `draftTokens` for the draft. */
  leaveOutOlderTurns: {
    params: z.object({ conversationId: idSchema, draftTokens: z.number() }),
    result: done,
  },
  takeBackOlderTurns: { params: z.object({ conversationId: idSchema }), result: done },
} as const satisfies Contract;

export const contextShows = {
  /** The file of the active editor, to be added by one click; absent if there is none to offer. */
  showActiveFile: {
    params: z.object({
      /** `id` is for `addContextItem`. */
      file: z.optional(z.object({ id: idSchema, name: nameSchema, path: nameSchema })),
    }),
  },
  showContextMeter: { params: contextMeterSchema },
} as const satisfies Contract;
