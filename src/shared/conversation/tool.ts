import * as z from "zod/mini";

const bilingualSchema = z.object({ en: z.string(), ptBr: z.string() });

const proposedFieldSchema = z.object({
  name: z.string(),
  label: bilingualSchema,
  /** Absent if the service has no value or does not return it. */
  before: z.optional(z.string()),
  after: z.optional(z.string()),
  state: z.enum(["same", "changed", "new", "notSent"]),
});

export type ProposedField = Readonly<z.infer<typeof proposedFieldSchema>>;

/**
 * A person approves exactly this: method, address, body and every `after` come from the frozen request, which is sent
 * byte for byte.
 */
export const writeProposalSchema = z.object({
  environment: z.object({ name: z.string(), isProduction: z.boolean() }),
  title: bilingualSchema,
  /** The text of the approving button: "Set stock of 123 to 50 in Sandbox". */
  act: bilingualSchema,
  method: z.string(),
  url: z.string(),
  body: z.optional(z.string()),
  fields: z.array(proposedFieldSchema),
  warnings: z.array(bilingualSchema),
  /** A consequence that needs the person's consent, such as a stock of zero. */
  acknowledgement: z.optional(bilingualSchema),
});

export type WriteProposal = Readonly<z.infer<typeof writeProposalSchema>>;

export const pendingApprovalSchema = z.object({
  /** Cannot be guessed, and is valid for one decision. */
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  callId: z.string(),
  proposal: writeProposalSchema,
  /** Epoch milliseconds. An earlier click is ignored as accidental. */
  armedAt: z.number(),
  expiresAt: z.number(),
});

export type PendingApproval = Readonly<z.infer<typeof pendingApprovalSchema>>;

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** `unknown`: the call was sent, but its effect is unknown. The text is for the model. */
export interface ToolOutcome {
  readonly state: "done" | "refused" | "failed" | "unknown";
  readonly text: string;
}

export type PreparedCall =
  | { readonly kind: "read"; readonly run: (signal: AbortSignal) => Promise<ToolOutcome> }
  /** `run` executes the write at most once and sends exactly the proposal. */
  | {
      readonly kind: "write";
      readonly proposal: WriteProposal;
      readonly run: (signal: AbortSignal) => Promise<ToolOutcome>;
    }
  /** The call was not made because of invalid arguments, a limit or a rule. The text is for the model. */
  | { readonly kind: "refused"; readonly state: "refused" | "failed"; readonly text: string };

export interface Tool {
  readonly definition: ToolDefinition;
  /** True if the tool needs approval. A model's words cannot change it. */
  readonly isWrite: boolean;
  /** Checks the untrusted arguments and reads data for a proposal. Changes nothing. */
  prepare(input: unknown, signal: AbortSignal): Promise<PreparedCall>;
}
