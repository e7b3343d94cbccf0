import type * as z from "zod/mini";

import {
  budgetSchema,
  modelSchema,
  profileSchema,
  sectorSchema,
  settingsSchema,
  tokenSchema,
  upstreamSchema,
  userSchema,
} from "../../shared/hubApi/hubAdmin.ts";
import { kindSchema } from "../../shared/hubApi/hubKinds.ts";
import type { Api } from "./api.ts";
import { Resource } from "./resource.ts";
import type {
  Budget,
  Model,
  OwnKind,
  Profile,
  Sector,
  Settings,
  Token,
  Upstream,
  User,
} from "./types.ts";

export interface Records {
  readonly tokens: Resource<readonly Token[]>;
  readonly users: Resource<readonly User[]>;
  readonly profiles: Resource<readonly Profile[]>;
  readonly kinds: Resource<readonly OwnKind[]>;
  readonly sectors: Resource<readonly Sector[]>;
  readonly budgets: Resource<readonly Budget[]>;
  readonly models: Resource<readonly Model[]>;
  readonly upstreams: Resource<readonly Upstream[]>;
  readonly settings: Resource<Settings>;
  /** Path of all tokens for an administrator, else of the person's own. */
  readonly tokensPath: string;
}

export function createRecords(api: Api, role: "user" | "admin"): Records {
  const own = role === "admin" ? "" : "me/";
  const list = <T>(path: string, schema: z.ZodMiniType<T>): Resource<readonly T[]> =>
    new Resource(async () => (await api.list(path, schema)).data);
  return {
    tokens: list(`${own}tokens`, tokenSchema),
    users: list("users", userSchema),
    profiles: list("profiles", profileSchema),
    kinds: list("kinds", kindSchema),
    sectors: list("sectors", sectorSchema),
    budgets: list(`${own}budgets`, budgetSchema),
    models: list("models", modelSchema),
    upstreams: list("upstreams", upstreamSchema),
    settings: new Resource(() => api.get("settings", settingsSchema)),
    tokensPath: `${own}tokens`,
  };
}

/** Returns the id if the name is unknown. */
export function nameIn(
  list: Resource<readonly { readonly id: string; readonly name?: string | null | undefined }[]>,
  id: string,
): string {
  return list.data?.find((record) => record.id === id)?.name ?? id;
}
