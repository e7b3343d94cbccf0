import * as z from "zod/mini";

import type { AuditEntry } from "../../../src/console/data/types.ts";
import { unknownFields } from "../../../src/hubServer/values/unknownFields.ts";
import { deviceDecisionSchema, deviceGrantSchema } from "../../../src/shared/hubApi/deviceGrant.ts";
import {
  budgetInputSchema,
  budgetSchema,
  modelInputSchema,
  modelSchema,
  openIdLinkSchema,
  profileInputSchema,
  profileSchema,
  sectorInputSchema,
  sectorSchema,
  sessionSchema,
  settingsSchema,
  signInOptionsSchema,
  signInSchema,
  tokenInputSchema,
  tokenSchema,
  upstreamInputSchema,
  upstreamSchema,
  upstreamTestSchema,
  userInputSchema,
  userSchema,
} from "../../../src/shared/hubApi/hubAdmin.ts";
import {
  kindInputSchema,
  kindSchema,
  kindTrialInputSchema,
  kindTrialSchema,
  kindWeekSchema,
  termsInputSchema,
  termsSchema,
} from "../../../src/shared/hubApi/hubKinds.ts";
import {
  auditEntrySchema,
  chainSchema,
  runSchema,
  adminUsageSchema,
  upstreamHealthSchema,
} from "../../../src/shared/hubApi/hubReports.ts";
import { auditPage } from "./auditPage.ts";
import {
  adminToken,
  type Answer,
  type ApiCall,
  type Fields,
  type HubState,
  listed,
  password,
  refusal,
  shaped,
} from "./fakeAnswers.ts";
import { answerRecords, answerTokens } from "./fakeRecords.ts";
import { runsFor } from "./runRecords.ts";
import { usageReport } from "./usageOf.ts";

/** The bodies that the hub takes, by the last part of a path that is not an id. */
const inputs: Readonly<Record<string, z.ZodMiniType>> = {
  session: signInSchema,
  settings: settingsSchema,
  tokens: tokenInputSchema,
  models: modelInputSchema,
  upstreams: upstreamInputSchema,
  users: userInputSchema,
  profiles: profileInputSchema,
  kinds: kindInputSchema,
  try: kindTrialInputSchema,
  terms: termsInputSchema,
  sectors: sectorInputSchema,
  budgets: budgetInputSchema,
  openid: openIdLinkSchema,
};

/** One call of the administration API on data in memory. As at the hub, a body with an unknown field is refused. */
export function answerApi(state: HubState, call: ApiCall): Answer {
  const input = call.path.split("/").findLast((part) => Object.hasOwn(inputs, part)) ?? "";
  const [unknown] = unknownFields(inputs[input] ?? z.unknown(), call.body);
  return unknown
    ? refusal(400, `There is no field "${unknown.path.join(".")}".`)
    : answerKnown(state, call);
}

function answerKnown(state: HubState, call: ApiCall): Answer {
  const route = `${call.method} ${call.path}`;
  if (route === "GET sign-in-options") {
    return shaped(signInOptionsSchema, {
      password: true,
      admin_token: true,
      openid: { name: "ACME", url: "/hub/admin/v1/openid/start" },
    });
  }
  if (route === "POST session") {
    return signIn(state, call.body);
  }
  const userId = state.sessions.get(call.cookie ?? "");
  if (userId === undefined) {
    return refusal(401, "Sign in first.");
  }
  if (call.csrfToken !== csrfOf(userId)) {
    const status = call.method === "GET" ? 401 : 403;
    return refusal(status, "The CSRF token is missing.");
  }
  if (call.path === "session") {
    return call.method === "DELETE"
      ? (state.sessions.delete(call.cookie ?? ""), { status: 200, body: {} })
      : shaped(sessionSchema, sessionOf(state, userId));
  }
  if (call.path.startsWith("me/")) {
    return answerOwn(state, call, userId);
  }
  return roleOf(state, userId) === "admin"
    ? answerAdmin(state, call)
    : refusal(403, "This is for administrators.");
}

function signIn(state: HubState, body: unknown): Answer {
  const fields = body as Fields;
  const found =
    fields["admin_token"] === adminToken
      ? "ana"
      : state.data.users.find(
          ({ login }) => login === fields["login"] && fields["password"] === password,
        )?.id;
  if (found === undefined) {
    return refusal(401, "Wrong user name or password.");
  }
  const cookie = `c${state.nextId++}`;
  state.sessions.set(cookie, found);
  const answer = shaped(sessionSchema, sessionOf(state, found));
  return {
    ...answer,
    headers: { "set-cookie": `ai_hub_session=${cookie}; HttpOnly; SameSite=Strict; Path=/hub` },
  };
}

function sessionOf({ data }: HubState, userId: string): unknown {
  const user = data.users.find(({ id }) => id === userId);
  return {
    user: {
      id: userId,
      name: user?.name ?? userId,
      login: user?.login ?? userId,
      role: user?.role ?? "user",
      profile: data.profiles.find(({ id }) => id === user?.profile_id)?.name ?? null,
      sector: data.sectors.find(({ id }) => id === user?.sector_id)?.name ?? null,
    },
    csrf_token: csrfOf(userId),
    currency: data.settings.currency,
    time_zone: data.settings.time_zone,
    version: "0.1.0",
  };
}

function answerOwn(state: HubState, call: ApiCall, userId: string): Answer {
  const { data } = state;
  const own = data.tokens.filter(({ user_id: owner }) => owner === userId);
  if (call.path === "me/budgets") {
    const user = data.users.find(({ id }) => id === userId);
    const subjects = [userId, user?.profile_id, user?.sector_id, ...own.map(({ id }) => id)];
    return listed(
      budgetSchema,
      data.budgets.filter(({ subject_id: subject }) => subjects.includes(subject)),
    );
  }
  if (call.path === "me/usage") {
    const entries = data.audit.filter(({ user_id: owner }) => owner === userId);
    return shaped(adminUsageSchema, usageReport(entries, call.query));
  }
  if (call.path === "me/runs") {
    const runs = data.runs.filter(({ user_id: owner }) => owner === userId);
    return listed(runSchema, runsFor(runs, call.query));
  }
  if (call.path === "me/tokens" && call.method === "GET") {
    return listed(tokenSchema, own);
  }
  if (call.path.startsWith("me/device-grants/")) {
    return answerGrant(call);
  }
  return answerTokens(state, { ...call, path: call.path.slice(3) }, userId);
}

/** One device waits, with the code of RFC 8628's example. */
function answerGrant({ path, method, body }: ApiCall): Answer {
  if (!path.endsWith("/WDJB-MJHT")) {
    return refusal(404, "There is no such device.");
  }
  return method === "POST"
    ? shaped(deviceDecisionSchema, body)
    : shaped(deviceGrantSchema, {
        object: "device_grant",
        user_code: "WDJB-MJHT",
        client: "ai-hub-vscode",
        device: "Visual Studio Code on bruno-notebook",
        address: "203.0.113.7",
        expires_at: "2026-11-21T15:10:00.000Z",
      });
}

function answerAdmin(state: HubState, call: ApiCall): Answer {
  const { data } = state;
  const [collection = "", first = "", action] = call.path.split("/");
  const id = decodeURIComponent(first);
  if (action === "test") {
    return testAnswer(id);
  }
  if (action === "openid") {
    return linkAnswer(data.users, { call, id });
  }
  const answers: Readonly<Record<string, () => Answer>> = {
    audit: () => (id === "verify" ? chainAnswer(data.audit) : auditAnswer(data.audit, call.query)),
    "security-events": () => {
      const isSecurity = /^(?:dlp|policy|budget|rate|auth|stream)\./u;
      return auditAnswer(
        data.audit.filter(({ kind }) => isSecurity.test(kind)),
        call.query,
      );
    },
    usage: () => shaped(adminUsageSchema, usageReport(data.audit, call.query)),
    runs: () => listed(runSchema, runsFor(data.runs, call.query)),
    settings: () => {
      data.settings = { ...data.settings, ...(call.body as object) };
      return shaped(settingsSchema, data.settings);
    },
    tokens: () => answerTokens(state, call, null),
    models: () => answerRecords(state, data.models, { call, id, schema: modelSchema }),
    upstreams: () =>
      id === "health"
        ? listed(upstreamHealthSchema, data.health)
        : answerRecords(state, data.upstreams, { call, id, schema: upstreamSchema }),
    users: () => answerRecords(state, data.users, { call, id, schema: userSchema }),
    profiles: () => answerRecords(state, data.profiles, { call, id, schema: profileSchema }),
    kinds: () => kindAnswer(state, call, { id, action }),
    sectors: () => answerRecords(state, data.sectors, { call, id, schema: sectorSchema }),
    budgets: () => answerRecords(state, data.budgets, { call, id, schema: budgetSchema }),
  };
  return answers[collection]?.() ?? refusal(404, "Nothing is here.");
}

function kindAnswer(
  { data, ...state }: HubState,
  call: ApiCall,
  { id, action }: { readonly id: string; readonly action: string | undefined },
): Answer {
  if (id === "try") {
    const { text } = kindTrialInputSchema.parse(call.body);
    const start = text.indexOf("EMP-12345");
    const found = start < 0 ? [] : [{ start, end: start + 9 }];
    const cost = { size: 9, longest: 9, bits: 44 };
    return shaped(kindTrialSchema, { found, total: found.length, cost });
  }
  if (action === "week") {
    return shaped(kindWeekSchema, { acted: 12, on_trial: 3, requests: 9 });
  }
  return action === "terms"
    ? shaped(termsSchema, { terms: 2, duplicates: 1, refused: 0 })
    : answerRecords({ data, ...state }, data.kinds, { call, id, schema: kindSchema });
}

function testAnswer(id: string): Answer {
  const ok = id !== "up_2";
  const message = ok ? null : "The key was refused: check AI_HUB_UPSTREAM_ANTHROPIC_KEY.";
  return shaped(upstreamTestSchema, { ok, models: ok ? 12 : 0, latency_ms: 84, message });
}

function linkAnswer(
  users: HubState["data"]["users"],
  { call, id }: { readonly call: ApiCall; readonly id: string },
): Answer {
  const index = users.findIndex((user) => user.id === id);
  const found = users[index];
  if (!found?.openid) {
    return refusal(409, "No account waits.");
  }
  const openid =
    call.method === "POST"
      ? { ...found.openid, state: "linked" as const, email: null, name: null, requested_at: null }
      : null;
  users[index] = { ...found, openid };
  return shaped(userSchema, users[index]);
}

function auditAnswer(entries: readonly AuditEntry[], query: URLSearchParams): Answer {
  const { data, next } = auditPage(entries, query);
  return listed(auditEntrySchema, data, next);
}

function chainAnswer(entries: readonly AuditEntry[]): Answer {
  const [newest] = entries;
  return shaped(chainSchema, {
    is_intact: true,
    seq: newest?.seq ?? 0,
    hash: newest?.hash ?? "",
    events: entries.length,
    problem: null,
  });
}

function csrfOf(userId: string): string {
  return `csrf-${userId}`;
}

function roleOf({ data }: HubState, userId: string): string | undefined {
  return data.users.find(({ id }) => id === userId)?.role;
}
