import * as z from "zod/mini";

/** A sentence in both languages of the product; the page shows the one of its reader. */
const bilingualSchema = z.object({ en: z.string(), ptBr: z.string() });

const proposedFieldSchema = z.object({
  /** Dotted, as the service spells it. */
  name: z.string(),
  label: bilingualSchema,
  /** What the service has now, as text; absent if it has none or does not show it. */
  before: z.optional(z.string()),
  /** What is sent, as text and whole; absent for `notSent`. */
  after: z.optional(z.string()),
  state: z.enum(["same", "changed", "new", "notSent"]),
});

export type ProposedField = Readonly<z.infer<typeof proposedFieldSchema>>;

/**
 * All that a person must know to approve one write. Method, address, body and every `after` are taken from
 * the frozen request that is sent, byte for byte.
 */
export const writeProposalSchema = z.object({
  environment: z.object({ name: z.string(), isProduction: z.boolean() }),
  title: bilingualSchema,
  /** The act on its button: "Set stock of 123 to 50 in Sandbox". */
  act: bilingualSchema,
  method: z.string(),
  url: z.string(),
  /** The request's text, byte for byte; absent if it has none. */
  body: z.optional(z.string()),
  fields: z.array(proposedFieldSchema),
  warnings: z.array(bilingualSchema),
  /** What has to be agreed to besides, such as a stock of zero. */
  acknowledgement: z.optional(bilingualSchema),
});

export type WriteProposal = Readonly<z.infer<typeof writeProposalSchema>>;

/** A write that waits for the person; it lives in the host's memory only. */
export const pendingApprovalSchema = z.object({
  /** Unguessable; good for one decision. */
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  callId: z.string(),
  proposal: writeProposalSchema,
  /** Epoch milliseconds. Before, a click is taken for a slip; from then on nothing is approved. */
  armedAt: z.number(),
  expiresAt: z.number(),
});

export type PendingApproval = Readonly<z.infer<typeof pendingApprovalSchema>>;

/** A tool as a model sees it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** `unknown`: it was sent and nobody knows whether it took effect. The text is for the model. */
export interface ToolOutcome {
  readonly state: "done" | "refused" | "failed" | "unknown";
  readonly text: string;
}

export type PreparedCall =
  | { readonly kind: "read"; readonly run: (signal: AbortSignal) => Promise<ToolOutcome> }
  /** `run` does it at most once, and sends exactly what the proposal shows. */
  | {
      readonly kind: "write";
      readonly proposal: WriteProposal;
      readonly run: (signal: AbortSignal) => Promise<ToolOutcome>;
    }
  /** Not done: the arguments are wrong, or a limit or a rule says no. The text tells the model why. */
  | { readonly kind: "refused"; readonly state: "refused" | "failed"; readonly text: string };

/** Something that a model may ask for. */
export interface Tool {
  readonly definition: ToolDefinition;
  /** A property of the tool, never of what a model says: nothing of a write happens without approval. */
  readonly isWrite: boolean;
  /** Checks the arguments, which are not to be trusted, and reads what a proposal needs. Changes nothing. */
  prepare(input: unknown, signal: AbortSignal): Promise<PreparedCall>;
}
