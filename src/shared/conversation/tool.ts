import * as z from "zod/mini";

/** A sentence in both languages of the product; the page shows the one of its reader. */
const bilingualSchema = z.object({ en: z.string(), ptBr: z.string() });

const proposedFieldSchema = z.object({
  /** With dots, as the service spells it. */
  name: z.string(),
  label: bilingualSchema,
  /** The service's present value, as text; absent if it has none or does not return it. */
  before: z.optional(z.string()),
  /** The whole value that is sent, as text; absent for `notSent`. */
  after: z.optional(z.string()),
  state: z.enum(["same", "changed", "new", "notSent"]),
});

export type ProposedField = Readonly<z.infer<typeof proposedFieldSchema>>;

/**
 * All that a person must know to approve one write. Method, address, body and every `after` come from the frozen
 * request, which is sent byte for byte.
 */
export const writeProposalSchema = z.object({
  environment: z.object({ name: z.string(), isProduction: z.boolean() }),
  title: bilingualSchema,
  /** The text of the approving button: "Set stock of 123 to 50 in Sandbox". */
  act: bilingualSchema,
  method: z.string(),
  url: z.string(),
  /** The request's body, byte for byte; absent if it has none. */
  body: z.optional(z.string()),
  fields: z.array(proposedFieldSchema),
  warnings: z.array(bilingualSchema),
  /** A further consequence that needs the person's consent, such as a stock of zero. */
  acknowledgement: z.optional(bilingualSchema),
});

export type WriteProposal = Readonly<z.infer<typeof writeProposalSchema>>;

/** A write that waits for approval; it exists in the host's memory only. */
export const pendingApprovalSchema = z.object({
  /** Cannot be guessed, and is valid for one decision. */
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  callId: z.string(),
  proposal: writeProposalSchema,
  /** Epoch milliseconds. An earlier click is ignored as a slip of the hand. */
  armedAt: z.number(),
  expiresAt: z.number(),
});

export type PendingApproval = Readonly<z.infer<typeof pendingApprovalSchema>>;

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/**
 * The result of a tool. `unknown`: the call was sent, and whether it took effect is not known. The text is for the
 * model.
 */
export interface ToolOutcome {
  readonly state: "done" | "refused" | "failed" | "unknown";
  readonly text: string;
}

export type PreparedCall =
  | { readonly kind: "read"; readonly run: (signal: AbortSignal) => Promise<ToolOutcome> }
  /** `run` executes the write at most once and sends exactly what the proposal shows. */
  | {
      readonly kind: "write";
      readonly proposal: WriteProposal;
      readonly run: (signal: AbortSignal) => Promise<ToolOutcome>;
    }
  /** The call was not made: its arguments are wrong, or a limit or rule forbids it. The text tells the model why. */
  | { readonly kind: "refused"; readonly state: "refused" | "failed"; readonly text: string };

export interface Tool {
  readonly definition: ToolDefinition;
  /** A property of the tool, never of a model's words: a write needs approval. */
  readonly isWrite: boolean;
  /** Checks the untrusted arguments and reads what a proposal needs. Changes nothing. */
  prepare(input: unknown, signal: AbortSignal): Promise<PreparedCall>;
}
