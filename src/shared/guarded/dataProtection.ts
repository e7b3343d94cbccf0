import * as z from "zod/mini";

import { maxOwnKinds, ownPlaceholder } from "./ownKinds.ts";
import { type DlpAction, dlpActions, forEachKind } from "./sensitiveKinds.ts";

/** `files`: parts of a message that carry a file; a file that a client writes into its text is text. */
export type TextPlace = keyof PlaceActions;

const actionsSchema = z.object(forEachKind(() => z.exactOptional(z.enum(dlpActions))));

const placesSchema = z.object({
  system: z.exactOptional(actionsSchema),
  tools: z.exactOptional(actionsSchema),
  files: z.exactOptional(actionsSchema),
  completions: z.exactOptional(actionsSchema),
  edits: z.exactOptional(actionsSchema),
});

/** Other actions of some kinds, by the place of a value. */
export type PlaceActions = z.infer<typeof placesSchema>;

/** An answer that exists can be masked or reported, not refused or sent elsewhere. */
const answerAction = z.enum(["alert", "mask"]);

const answersSchema = z.object({
  ...forEachKind(() => z.exactOptional(answerAction)),
  /** By the placeholder of an own kind. */
  own: z.exactOptional(
    z
      .record(ownPlaceholder, answerAction)
      .check(z.refine((actions) => Object.keys(actions).length <= maxOwnKinds)),
  ),
});

/** Actions on values that a model writes; a kind without one is not looked for. */
export type AnswerActions = z.infer<typeof answersSchema>;

/** What a profile asks for beside its action of each kind. */
export const dataProtectionSchema = z.object({
  /** The model in house that routed requests get first. */
  route_to: z.nullish(z.string().check(z.minLength(1), z.maxLength(200))),
  /** False if a mask must not replace the route: a request with such a value, masked, stays in house. */
  may_mask: z.optional(z.boolean()),
  /** True if a request with a file that cannot be searched is refused. */
  refuse_unread: z.optional(z.boolean()),
  places: z.optional(placesSchema),
  answers: z.optional(answersSchema),
});

export type DataProtection = z.infer<typeof dataProtectionSchema>;

/** By kind. An action that a client does not know is `block`. */
const kindActionsSchema = z.record(
  z.string(),
  z.pipe(
    z.string(),
    z.transform((given): DlpAction => dlpActions.find((action) => action === given) ?? "block"),
  ),
);

/** What the hub does with the values of a token's requests. */
export const hubProtectionSchema = z.object({
  actions: kindActionsSchema,
  /** Other actions in results of tools, in the system text, in completions at the cursor, and in next edits. */
  tool_actions: z.optional(kindActionsSchema),
  system_actions: z.optional(kindActionsSchema),
  completion_actions: z.optional(kindActionsSchema),
  edit_actions: z.optional(kindActionsSchema),
  /** Files that cannot be searched are refused. */
  refuse_unread: z.optional(z.boolean()),
  may_mask: z.boolean(),
  /** The model that gets routed requests; null: they are blocked. */
  in_house: z.nullable(z.string().check(z.maxLength(200))),
});

export type HubProtection = z.infer<typeof hubProtectionSchema>;

let current: HubProtection | undefined;

/** The protection of the connected hub, if it reports one. */
export function hubProtection(): HubProtection | undefined {
  return current;
}

/** The place of a value in a request, as far as the hub's rules distinguish it there. */
export type HubPlace = "text" | "tool" | "system" | "completion" | "edit";

export interface PlacedKind {
  readonly kind: string;
  readonly place: HubPlace;
}

export function hubActionOn({ kind, place }: PlacedKind): DlpAction | undefined {
  const ofPlace = place === "text" ? undefined : current?.[`${place}_actions`]?.[kind];
  return ofPlace ?? current?.actions[kind];
}

/** The kinds of hidden values whose route holds although they were masked. */
export function keptRoutes(hidden: readonly PlacedKind[]): readonly string[] {
  const kept =
    current?.may_mask === false ? hidden.filter((one) => hubActionOn(one) === "route") : [];
  return [...new Set(kept.map(({ kind }) => kind))];
}

export function setHubProtection(protection: HubProtection | undefined): void {
  current = protection;
}
