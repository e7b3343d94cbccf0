import * as z from "zod/mini";

import { Emitter } from "../base/emitter.ts";

export const versionSchema = z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/u));

const modelId = z.string().check(z.minLength(1), z.maxLength(200));
const count = z.int().check(z.minimum(1), z.maximum(1_000_000));
const off = z.literal(false);

/**
 * The settings that a hub may set. None names an address, a key or a program, deletes anything, or makes a client send
 * more or ask less than the person wants: only the rules on a machine may do that.
 */
export const hubSettingsSchema = z.partial(
  z.object({
    "aiHub.model": modelId,
    "aiHub.chatFormat": z.enum(["openai", "anthropic", "auto"]),
    "aiHub.chat.generateTitles": off,
    "aiHub.answer.maxSilence": count,
    "aiHub.answer.maxDuration": count,
    "aiHub.dlp.mode": z.enum(["mask", "block"]),
    "aiHub.agent.level": z.literal("ask"),
    "aiHub.agent.maxCost": z.number().check(z.positive(), z.maximum(1_000_000)),
    "aiHub.agent.maxSteps": count,
    "aiHub.index.enabled": off,
    "aiHub.index.tool": off,
    "aiHub.index.embeddings": z.literal("off"),
    "aiHub.index.maxFiles": count,
    "aiHub.completion.model": modelId,
    "aiHub.completion.otherFiles": off,
    "aiHub.completion.repeatEdits": off,
    "aiHub.completion.nextEdits": off,
    "aiHub.completion.reportKept": off,
    "aiHub.languageModels.access": z.enum(["ask", "deny"]),
    "aiHub.seller.chatAccess": z.enum(["off", "read"]),
  }),
);

/** What a profile asks of clients. */
export const profileClientSchema = z.object({
  /** Values that a person cannot change. */
  settings: z.optional(hubSettingsSchema),
  /** An older client refuses to send. */
  minimum_version: z.nullish(versionSchema),
});

export type ProfileClient = z.infer<typeof profileClientSchema>;

type Settings = Readonly<Record<string, unknown>>;

/** The form that a client reads. A setting that no hub may set, or with an unknown value, is left out. */
export const receivedClientSchema = z.object({
  settings: z.optional(z.pipe(z.record(z.string(), z.unknown()), z.transform(settable))),
  minimum_version: z.nullish(versionSchema),
});

function settable(given: Settings): Settings {
  const { shape } = hubSettingsSchema;
  const known = Object.entries(shape).filter(
    ([name, schema]) => given[name] !== undefined && schema.safeParse(given[name]).success,
  );
  return Object.fromEntries(known.map(([name]) => [name, given[name]]));
}

let held: { readonly origin: string; readonly settings: Settings } = { origin: "", settings: {} };
const didChange = new Emitter<ReadonlySet<string>>();

/** Fires with the names of the changed settings. */
export const onDidChangeHubSettings = didChange.event;

/** The values that the connected hub has set; another object after each change. */
export function hubSettings(): Settings {
  return held.settings;
}

export function setHubSettings(origin: string, settings: Settings = {}): void {
  const before = held.settings;
  const changed = Object.keys({ ...before, ...settings }).filter(
    (name) => before[name] !== settings[name],
  );
  held = { origin, settings: changed.length === 0 ? before : settings };
  if (changed.length > 0) {
    didChange.fire(new Set(changed));
  }
}

/** The settings of one hub do not hold at another. */
export function leaveOtherHub(origin: string): void {
  if (held.origin !== origin) {
    setHubSettings(origin);
  }
}
