import { openIdLinkSchema, userSchema } from "../../../shared/hubApi/hubAdmin.ts";
import { type HubResponse, jsonResponse } from "../../http/message.ts";
import { builtInAdminId } from "../../store/builtInRecords.ts";
import type { UserRecord } from "../../store/records.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { conflict, notFound } from "../base/adminErrors.ts";
import type { AdminCall, GuardedRoute } from "../base/adminRoute.ts";
import { type Change, type Changes, changeEvent } from "../base/changes.ts";
import { readBody } from "../base/input.ts";
import { userJson } from "../records/users.ts";

export function openIdLinkRoutes(deps: AdminDeps, changes: Changes): readonly GuardedRoute[] {
  const path = "/users/{id}/openid";
  return [
    {
      method: "POST",
      path,
      access: "admin",
      doc: {
        summary: "Confirm the organisation's account that waits for this user",
        body: openIdLinkSchema,
        answer: userSchema,
      },
      handle: (call) => changes.make(() => confirm(call, deps)),
    },
    {
      method: "DELETE",
      path,
      access: "admin",
      doc: {
        summary: "Refuse the organisation's account that waits for this user, or unlink it",
        answer: userSchema,
      },
      handle: (call) => changes.make(() => remove(call, deps)),
    },
  ];
}

async function confirm(call: AdminCall, deps: AdminDeps): Promise<HubResponse> {
  const { subject } = await readBody(call.request, openIdLinkSchema);
  const { openIdRequest, ...user } = await findUser(call, deps);
  if (user.id === builtInAdminId || openIdRequest?.subject !== subject) {
    throw conflict("This account of the organisation does not wait for this user. Load the page.");
  }
  return put({ ...user, subject }, call, deps);
}

async function remove(call: AdminCall, deps: AdminDeps): Promise<HubResponse> {
  const { openIdRequest, subject, ...user } = await findUser(call, deps);
  if (!openIdRequest && subject === undefined) {
    throw conflict("No account of the organisation is linked to this user or waits for it.");
  }
  const answer = await put(user, call, deps);
  await deps.store.sessions.removeOfUser(user.id);
  return answer;
}

async function findUser({ id }: AdminCall, { store }: AdminDeps): Promise<UserRecord> {
  const user = await store.records.get("user", id);
  if (!user) {
    throw notFound("user");
  }
  return user;
}

async function put(
  user: UserRecord,
  { principal }: AdminCall,
  { store, clock }: AdminDeps,
): Promise<HubResponse> {
  const { id, name } = user;
  const change: Change = { action: "update", kind: "user", id, name, fields: ["openid"] };
  await store.records.put("user", user, changeEvent(change, principal, clock.now()));
  return jsonResponse(200, userJson(user));
}
