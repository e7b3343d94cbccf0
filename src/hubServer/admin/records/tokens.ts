import * as z from "zod/mini";

import { tokenInputSchema, tokenSchema } from "../../../shared/hubApi/hubAdmin.ts";
import { createHubToken, hashToken } from "../../auth/hubToken.ts";
import { invalid } from "../../http/invalidField.ts";
import { type HubResponse, jsonResponse } from "../../http/message.ts";
import { readTime } from "../../http/readTime.ts";
import { localTokenId } from "../../store/builtInRecords.ts";
import type { TokenRecord, UserRecord } from "../../store/records.ts";
import type { RecordStore } from "../../store/store.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { conflict, forbidden, notFound } from "../base/adminErrors.ts";
import type { AdminCall, GuardedRoute, Principal } from "../base/adminRoute.ts";
import { type Change, type Changes, changeEvent } from "../base/changes.ts";
import { changedFields, deletedSchema, listResponse } from "../base/collection.ts";
import { given } from "../base/given.ts";
import { parseInput, readBody, readFields } from "../base/input.ts";
import { newId } from "../base/newId.ts";
import { requireRecord } from "../base/references.ts";
import { rateLimitsOf } from "./profiles.ts";
import { answerToken, showTokens, tokenInputOf } from "./tokenView.ts";

type TokenInput = z.output<typeof tokenInputSchema>;

const maxTokens = 10_000;
const maxOwnTokens = 50;

export function tokenRoutes(deps: AdminDeps, changes: Changes): readonly GuardedRoute[] {
  const access = "admin";
  const { store } = deps;
  return [
    {
      method: "GET",
      path: "/tokens",
      access,
      doc: { summary: "Every token, revoked ones too", answer: tokenSchema, isList: true },
      handle: async () => listResponse(await showTokens(store, await store.records.list("token"))),
    },
    {
      method: "POST",
      path: "/tokens",
      access,
      doc: {
        summary: "Make a token; only this answer ever has its secret",
        body: tokenInputSchema,
        answer: tokenSchema,
        status: 201,
      },
      handle: (call) => changes.make(() => createToken(call, deps)),
    },
    {
      method: "GET",
      path: "/tokens/{id}",
      access,
      doc: { summary: "One token", answer: tokenSchema },
      handle: async ({ id }) => answerToken(200, await findToken(store.records, id), { store }),
    },
    {
      method: "PATCH",
      path: "/tokens/{id}",
      access,
      doc: {
        summary: "Change some fields of a token",
        body: z.partial(tokenInputSchema),
        answer: tokenSchema,
      },
      handle: (call) => changes.make(() => patchToken(call, deps)),
    },
    {
      method: "DELETE",
      path: "/tokens/{id}",
      access,
      doc: { summary: "Revoke a token, which stays in the list", answer: deletedSchema },
      handle: ({ id, principal }) =>
        changes.make(async () => revokeToken(await findToken(store.records, id), principal, deps)),
    },
  ];
}

const ownTokenInputSchema = z.pick(tokenInputSchema, { name: true, expires_at: true });
const administratorsFields = Object.keys(tokenInputSchema.shape).filter(
  (name) => !Object.hasOwn(ownTokenInputSchema.shape, name),
);

export function ownTokenRoutes(deps: AdminDeps, changes: Changes): readonly GuardedRoute[] {
  const access = "user";
  const { records } = deps.store;
  return [
    {
      method: "GET",
      path: "/me/tokens",
      access,
      doc: { summary: "One's own tokens", answer: tokenSchema, isList: true },
      handle: async ({ principal }) =>
        listResponse(await showTokens(deps.store, await ownTokens(records, principal.user))),
    },
    {
      method: "POST",
      path: "/me/tokens",
      access,
      doc: {
        summary: "Make a token of one's own; only this answer ever has its secret",
        body: ownTokenInputSchema,
        answer: tokenSchema,
        status: 201,
      },
      handle: (call) => changes.make(() => createOwnToken(call, deps)),
    },
    {
      method: "DELETE",
      path: "/me/tokens/{id}",
      access,
      doc: { summary: "Revoke one of one's own tokens", answer: deletedSchema },
      handle: ({ id, principal }) =>
        changes.make(async () => {
          const token = await findToken(records, id);
          if (token.userId !== principal.user.id) {
            throw notFound("token");
          }
          return revokeToken(token, principal, deps);
        }),
    },
  ];
}

export async function ownTokens(
  records: RecordStore,
  { id }: UserRecord,
): Promise<readonly TokenRecord[]> {
  return (await records.list("token")).filter(({ userId }) => userId === id);
}

async function createToken(call: AdminCall, deps: AdminDeps): Promise<HubResponse> {
  const input = await readBody(call.request, tokenInputSchema);
  if ((await deps.store.records.list("token")).length >= maxTokens) {
    throw conflict(`There are ${maxTokens} tokens already, and there can be no more.`);
  }
  return issueToken(await tokenOf(input, deps), call.principal, deps);
}

async function createOwnToken(call: AdminCall, deps: AdminDeps): Promise<HubResponse> {
  const { user } = call.principal;
  const fields = await readFields(call.request);
  const foreign = administratorsFields.find((field) => (fields[field] ?? null) !== null);
  if (foreign !== undefined) {
    throw forbidden(`Only an administrator may set "${foreign}".`);
  }
  const own = await ownTokens(deps.store.records, user);
  if (
    own.filter(({ revokedAt, device }) => revokedAt === undefined && !device).length >= maxOwnTokens
  ) {
    throw conflict(`You have ${maxOwnTokens} tokens already. Revoke one first.`);
  }
  // Null in a field for administrators changes nothing.
  const ownFields = Object.entries(fields).filter(([name]) => !administratorsFields.includes(name));
  const input = parseInput(ownTokenInputSchema, Object.fromEntries(ownFields));
  return issueToken(await tokenOf({ ...input, user_id: user.id }, deps), call.principal, deps);
}

type UnissuedToken = Omit<TokenRecord, "id" | "createdAt" | "hash" | "last4">;

async function issueToken(
  fields: UnissuedToken,
  principal: Principal,
  { store, clock }: AdminDeps,
): Promise<HubResponse> {
  const secret = createHubToken();
  const token: TokenRecord = {
    ...fields,
    id: newId("tok"),
    createdAt: clock.now(),
    hash: hashToken(secret),
    last4: secret.slice(-4),
  };
  const change: Change = { action: "create", kind: "token", id: token.id, name: token.name };
  await store.records.put("token", token, changeEvent(change, principal, clock.now()));
  return answerToken(201, token, { store, secret });
}

async function patchToken(call: AdminCall, deps: AdminDeps): Promise<HubResponse> {
  const { store, clock } = deps;
  const patch = await readFields(call.request);
  const previous = await findToken(store.records, call.id);
  const before = tokenInputOf(previous);
  const input = parseInput(tokenInputSchema, { ...before, ...patch });
  const fields = changedFields(before, patch, tokenInputSchema.shape);
  if (fields.length === 0) {
    return answerToken(200, previous, { store });
  }
  const { id, createdAt, hash, last4, revokedAt, lastUsedAt, device } = previous;
  const token: TokenRecord = {
    ...(await tokenOf(input, deps, previous)),
    id,
    createdAt,
    hash,
    last4,
    ...(revokedAt !== undefined && { revokedAt }),
    ...(lastUsedAt !== undefined && { lastUsedAt }),
    ...(device && { device }),
  };
  const change: Change = { action: "update", kind: "token", id, name: token.name, fields };
  await store.records.put("token", token, changeEvent(change, call.principal, clock.now()));
  return answerToken(200, token, { store });
}

async function revokeToken(
  token: TokenRecord,
  principal: Principal,
  { store, clock }: AdminDeps,
): Promise<HubResponse> {
  const { id, name } = token;
  if (id === localTokenId) {
    throw conflict("This token is the running hub's own: it ends when the hub does.");
  }
  if (token.revokedAt === undefined) {
    const change: Change = { action: "delete", kind: "token", id, name };
    const event = changeEvent(change, principal, clock.now());
    await store.records.put("token", { ...token, revokedAt: clock.now() }, event);
  }
  return jsonResponse(200, { id, object: "token", deleted: true });
}

async function tokenOf(
  input: TokenInput,
  { store, clock }: AdminDeps,
  previous?: TokenRecord,
): Promise<UnissuedToken> {
  const { records } = store;
  const user = input.user_id
    ? await requireRecord(records, "user", { id: input.user_id, param: "user_id" })
    : undefined;
  for (const [kind, param] of [
    ["profile", "profile_id"],
    ["sector", "sector_id"],
  ] as const) {
    const id = input[param];
    if (typeof id === "string") {
      await requireRecord(records, kind, { id, param });
    }
  }
  return {
    name: input.name,
    ...given({ userId: user?.id, profileId: input.profile_id, sectorId: input.sector_id }),
    rateLimits: rateLimitsOf(input.rate_limits),
    ...expiryOf(input, clock.now(), previous),
  };
}

/** An expired token may be changed without a new expiry. */
function expiryOf(
  { expires_at: text }: TokenInput,
  now: number,
  previous?: TokenRecord,
): Pick<TokenRecord, "expiresAt"> {
  if (typeof text !== "string") {
    return {};
  }
  const expiresAt = readTime(text, "expires_at");
  if (expiresAt <= now && expiresAt !== previous?.expiresAt) {
    throw invalid("A token cannot end before it begins.", "expires_at");
  }
  return { expiresAt };
}

async function findToken(records: RecordStore, id: string): Promise<TokenRecord> {
  const token = await records.get("token", id);
  if (!token) {
    throw notFound("token");
  }
  return token;
}
