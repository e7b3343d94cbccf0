import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));
const nothing = z.object({});
const done = z.object({ ok: z.boolean() });
/** Items belong to this conversation's unsent message, even if another is shown by then. */
const inConversation = z.object({ conversationId: idSchema });
const textSchema = z.string().check(z.maxLength(10_000_000));
const nameSchema = z.string().check(z.maxLength(1000));

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
  id: idSchema,
  source: sourceSchema,
  label: nameSchema,
  detail: z.string().check(z.maxLength(4000)),
  matches: z.array(z.tuple([z.number(), z.number()])).check(z.maxLength(64)),
});

export type ContextItem = z.infer<typeof itemSchema>;

const slashCommandSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  description: z.string().check(z.maxLength(300)),
  origin: z.enum(["builtIn", "person", "hub", "workspace"]),
  /** For a command without a prompt: an action of the page. */
  action: z.optional(z.enum(["clear", "newChat", "model", "help", "preview", "compact", "review"])),
});

export type SlashCommand = z.infer<typeof slashCommandSchema>;

export const contextMeterSchema = z.object({
  conversationId: idSchema,
  contextLength: z.optional(z.number()),
  reserved: z.optional(z.number()),
  fixed: z.number(),
  history: z.number(),
  sentMessages: z.number(),
  leftOutMessages: z.number(),
  attachments: z.array(z.object({ id: idSchema, tokens: z.number() })).check(z.maxLength(200)),
  rate: z.number(),
  isCalibrated: z.boolean(),
  /** The price of one input token as a decimal string. */
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
  /** Not `ok` if the item no longer exists or the person declined. */
  addContextItem: {
    params: z.extend(inConversation, { id: idSchema }),
    result: z.object({
      ok: z.boolean(),
      ids: z.optional(z.array(idSchema).check(z.maxLength(200))),
    }),
  },
  browseContext: { params: inConversation, result: nothing },
  addDroppedUris: {
    params: z.extend(inConversation, {
      uris: z.array(z.string().check(z.maxLength(8000))).check(z.maxLength(50)),
    }),
    result: done,
  },
  addDroppedText: {
    params: z.extend(inConversation, { name: nameSchema, text: textSchema }),
    result: done,
  },
  /** Finds the open document that contains the pasted text exactly once. */
  findPasteOrigin: {
    params: z.object({ text: z.string().check(z.maxLength(200_000)) }),
    result: z.object({ origin: z.optional(z.object({ id: idSchema, label: nameSchema })) }),
  },
  findReferences: {
    params: z.object({
      texts: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(100)),
    }),
    result: z.object({ found: z.array(z.int()).check(z.maxLength(100)) }),
  },
  /** The host reads and checks the text again. */
  openReference: {
    params: z.object({ text: z.string().check(z.maxLength(300)) }),
    result: done,
  },
  listSlashCommands: {
    params: nothing,
    result: z.object({ commands: z.array(slashCommandSchema).check(z.maxLength(200)) }),
  },
  /**
   * Attaches the command's context and uses its model for this message only. The prompt is absent if another
   * conversation is shown by now.
   */
  expandSlashCommand: {
    params: z.extend(inConversation, {
      name: z.string().check(z.maxLength(60)),
      rest: textSchema,
    }),
    result: z.object({
      text: z.optional(textSchema),
      missingModel: z.optional(z.string().check(z.maxLength(200))),
      /** The person has to read the prompt first; the host asked them. */
      isUnread: z.optional(z.boolean()),
    }),
  },
  /** Replaces `@codebase` in a message's attachments by matching lines of the workspace. */
  findInCodebase: {
    params: z.object({ conversationId: idSchema, text: textSchema }),
    result: z.object({ outcome: z.enum(["found", "nothing", "noIndex"]) }),
  },
  previewRequest: {
    params: z.object({ conversationId: idSchema, text: textSchema }),
    result: done,
  },
  /** Asks the person for the range of changes, then shows findings in the editor. */
  startReview: { params: nothing, result: nothing },
  /** Excludes older turns until the rest fits; the draft needs `draftTokens`. */
  leaveOutOlderTurns: {
    params: z.object({ conversationId: idSchema, draftTokens: z.number() }),
    result: done,
  },
  takeBackOlderTurns: { params: z.object({ conversationId: idSchema }), result: done },
} as const satisfies Contract;

export const contextShows = {
  showActiveFile: {
    params: z.object({
      file: z.optional(z.object({ id: idSchema, name: nameSchema, path: nameSchema })),
    }),
  },
  showContextMeter: { params: contextMeterSchema },
} as const satisfies Contract;
