import * as z from "zod/mini";

import type { SellerEnvironment } from "../../../seller/client/environment.ts";
import {
  type ListChoice,
  type ListChoices,
  listChoicesSchema,
} from "../../../seller/contract/lists/listChoice.ts";
import { isTimeZone } from "../../../shared/base/calendar.ts";
import { isRecord } from "../../../shared/base/json.ts";
import type { LocalHubFile } from "../../../shared/hubApi/localHub.ts";
import { parseBaseUrl } from "../../../shared/text/baseUrl.ts";

export interface SellerProfile extends SellerEnvironment {
  readonly id: string;
  readonly origin: string;
  readonly isLocal: boolean;
}

export interface ProfileProblem {
  /** Entries are counted from 1. */
  readonly entry: number;
  readonly field: "" | keyof z.infer<typeof profileSchema>;
  readonly reason: "shape" | "address" | "duplicate" | "tooMany";
}

export interface ReadProfiles {
  readonly profiles: readonly SellerProfile[];
  readonly problems: readonly ProfileProblem[];
}

const timeZoneSchema = z.string().check(z.maxLength(100), z.refine(isTimeZone));

const profileSchema = z.strictObject({
  id: z.string().check(z.regex(/^[\w.-]{1,50}$/u)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  kind: z.enum(["sandbox", "production"]),
  baseUrl: z.string().check(z.maxLength(2_000)),
  codigoSeller: z.int().check(z.nonnegative()),
  codigoUsuario: z.optional(z.int().check(z.nonnegative())),
  ambiente: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  lists: z.optional(listChoicesSchema),
  timeZone: z.optional(timeZoneSchema),
});

export type ProfileEntry = Readonly<z.infer<typeof profileSchema>>;

const localProfileId = "local-sandbox";

const maxProfiles = 100;

/** An invalid entry does not affect the others. */
export function readProfiles(setting: unknown): ReadProfiles {
  if (setting === undefined || setting === null) {
    return { profiles: [], problems: [] };
  }
  if (!Array.isArray(setting)) {
    return { profiles: [], problems: [{ entry: 1, field: "", reason: "shape" }] };
  }
  const entries: readonly unknown[] = setting;
  const profiles: SellerProfile[] = [];
  const problems: ProfileProblem[] = [];
  for (const [index, value] of entries.slice(0, maxProfiles).entries()) {
    const read = readProfile(value, index + 1, profiles);
    if ("reason" in read) {
      problems.push(read);
    } else {
      profiles.push(read);
    }
  }
  if (entries.length > maxProfiles) {
    problems.push({ entry: maxProfiles + 1, field: "", reason: "tooMany" });
  }
  return { profiles, problems };
}

/** The local sandbox needs no input and is never production. */
export function localProfile({ url, seller }: LocalHubFile): SellerProfile | undefined {
  return (
    seller && {
      id: localProfileId,
      name: "Sandbox",
      kind: "sandbox",
      baseUrl: url,
      origin: url,
      codigoSeller: seller.codigoSeller,
      codigoUsuario: 1,
      isLocal: true,
    }
  );
}

function readProfile(
  value: unknown,
  entry: number,
  known: readonly SellerProfile[],
): SellerProfile | ProfileProblem {
  const parsed = profileSchema.safeParse(value);
  if (!parsed.success) {
    return { entry, field: fieldOf(parsed.error.issues[0]), reason: "shape" };
  }
  const { ambiente, codigoUsuario, lists, timeZone, ...fields } = parsed.data;
  const address = parseBaseUrl(fields.baseUrl);
  if (!address.ok) {
    return { entry, field: "baseUrl", reason: "address" };
  }
  if (fields.id === localProfileId || known.some(({ id }) => id === fields.id)) {
    return { entry, field: "id", reason: "duplicate" };
  }
  return {
    ...fields,
    baseUrl: address.baseUrl,
    origin: address.origin,
    isLocal: false,
    ...(codigoUsuario !== undefined && { codigoUsuario }),
    ...(ambiente !== undefined && { ambiente }),
    ...(lists !== undefined && { lists }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

function fieldOf(issue: z.core.$ZodIssue | undefined): ProfileProblem["field"] {
  const name = issue?.path[0];
  return fieldNames.find((known) => known === name) ?? "";
}

const fieldNames = [
  "id",
  "name",
  "kind",
  "baseUrl",
  "codigoSeller",
  "codigoUsuario",
  "ambiente",
  "lists",
  "timeZone",
] as const satisfies readonly (keyof ProfileEntry)[];

export function withEntry(setting: unknown, entry: ProfileEntry): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [];
  return [...entries.filter((other) => !isRecord(other) || other["id"] !== entry.id), entry];
}

export function withListChoice(
  setting: unknown,
  id: string,
  { list, choice }: { readonly list: keyof ListChoices; readonly choice: ListChoice | undefined },
): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [];
  return entries.map((entry) => {
    if (!isRecord(entry) || entry["id"] !== id) {
      return entry;
    }
    const { lists, ...others } = entry;
    const kept = Object.entries(isRecord(lists) ? lists : {}).filter(([name]) => name !== list);
    const all = [...kept, ...(choice ? [[list, choice] as const] : [])];
    return { ...others, ...(all.length > 0 && { lists: Object.fromEntries(all) }) };
  });
}

/** Includes invalid entries, so that a new entry never replaces one. */
export function idsIn(setting: unknown): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [];
  return entries.flatMap((entry) =>
    isRecord(entry) && typeof entry["id"] === "string" ? [entry["id"]] : [],
  );
}

export function freeId(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "")
    .slice(0, 40);
  const base = plain === "" ? "environment" : plain;
  const all = new Set([...taken, localProfileId]);
  let id = base;
  for (let count = 2; all.has(id); count += 1) {
    id = `${base}-${count}`;
  }
  return id;
}
