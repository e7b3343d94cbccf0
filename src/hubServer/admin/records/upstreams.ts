import * as z from "zod/mini";

import {
  upstreamInputSchema,
  upstreamSchema,
  upstreamTestSchema,
} from "../../../shared/hubApi/hubAdmin.ts";
import { upstreamHealthSchema } from "../../../shared/hubApi/hubReports.ts";
import { invalid } from "../../http/invalidField.ts";
import { jsonResponse } from "../../http/message.ts";
import type { ModelRecord, UpstreamRecord } from "../../store/records.ts";
import type { RecordStore } from "../../store/store.ts";
import type { KeySource } from "../../upstream/keySource.ts";
import { type UpstreamConfig, upstreamOf } from "../../upstream/upstreamConfig.ts";
import type { RouteHour } from "../../upstream/upstreamHealth.ts";
import { isoTime } from "../../values/isoTime.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { conflict, notFound } from "../base/adminErrors.ts";
import type { GuardedRoute } from "../base/adminRoute.ts";
import { type Collection, listResponse } from "../base/collection.ts";
import { counted, requireFreeName, requireRecord } from "../base/references.ts";
import { testUpstream, type UpstreamTest } from "./upstreamTest.ts";

export function upstreamCollection({
  store,
  givenUpstreams,
  clock,
  keys,
}: AdminDeps): Collection<"upstream", typeof upstreamInputSchema> {
  const { records } = store;
  const startedAt = clock.now();
  const keyFromOf = async (
    { id, url }: UpstreamRecord,
    wanted: KeySource | undefined,
    previous: UpstreamRecord | undefined,
  ): Promise<KeySource | undefined> => {
    if (!wanted) {
      return undefined;
    }
    if (previous?.keyFrom && isSameSource(previous.keyFrom, wanted)) {
      // A new origin is another party: the administrator must name the key again.
      return new URL(previous.url).origin === new URL(url).origin ? wanted : undefined;
    }
    const others = (await records.list("upstream")).filter((other) => other.id !== id);
    const problem = keys.refusalOf(wanted, others);
    if (problem !== undefined) {
      throw invalid(problem, "key_from");
    }
    return wanted;
  };
  return {
    kind: "upstream",
    path: "/upstreams",
    idPrefix: "upstream",
    input: upstreamInputSchema,
    partial: z.partial(upstreamInputSchema),
    output: upstreamSchema,
    get given() {
      return givenUpstreams.map((upstream) => givenJson(upstream, keys, startedAt));
    },
    inputOf: ({ name, url, format, keyFrom, isActive }) => ({
      name,
      url,
      format,
      key_from: keyFrom ?? null,
      is_active: isActive,
    }),
    nameOf: ({ name }) => name,
    recordOf: async (input, { id, createdAt, previous }) => {
      await requireFreeName(records, "upstream", { id, name: input.name });
      if (givenUpstreams.some(({ name }) => name === input.name)) {
        throw conflict(`Another upstream is called "${input.name}" already.`, "name");
      }
      const record = recordOf(input, { id, createdAt });
      const keyFrom = await keyFromOf(record, input.key_from ?? undefined, previous);
      return { ...record, ...(keyFrom && { keyFrom }) };
    },
    show: (upstreams) => showUpstreams(upstreams, records, keys),
    usedBy: async ({ id }) => {
      const models = await records.list("model");
      return counted(models.filter((model) => upstreamsOf(model).includes(id)).length, "model");
    },
  };
}

async function showUpstreams(
  upstreams: readonly UpstreamRecord[],
  records: RecordStore,
  keys: AdminDeps["keys"],
): Promise<readonly object[]> {
  const found = keys.ofRecords(await records.list("upstream"));
  return upstreams.map((upstream) => {
    const key = found.get(upstream.id);
    return upstreamJson(upstream, key && "problem" in key ? key.problem : null);
  });
}

export function upstreamTestRoute(deps: AdminDeps): GuardedRoute {
  return {
    method: "POST",
    path: "/upstreams/{id}/test",
    access: "admin",
    doc: { summary: "Ask an upstream for its models, now", answer: upstreamTestSchema },
    handle: async ({ id, request }) => {
      const result = await testOf(id, deps, request.signal);
      return jsonResponse(200, {
        ok: result.problem === undefined,
        models: result.models,
        latency_ms: result.latencyMs,
        message: result.problem ?? null,
      });
    },
  };
}

export function upstreamHealthRoute({ upstreamHealth }: AdminDeps): GuardedRoute {
  return {
    method: "GET",
    path: "/upstreams/health",
    access: "admin",
    doc: {
      summary: "How the models of each upstream answered in the last hour",
      answer: upstreamHealthSchema,
      isList: true,
    },
    handle: async () => listResponse((await upstreamHealth()).map(healthJson)),
  };
}

function healthJson(hour: RouteHour): z.infer<typeof upstreamHealthSchema> {
  const { upstream, model, avoidedUntil, attempts, failures } = hour;
  return {
    upstream,
    model,
    avoided_until: avoidedUntil > 0 ? isoTime(avoidedUntil) : null,
    attempts,
    failures,
    first_text_ms: hour.firstTexts > 0 ? Math.round(hour.firstTextMs / hour.firstTexts) : null,
    tokens_per_second:
      hour.answerMs > 0 ? Math.round((hour.outputTokens * 10_000) / hour.answerMs) / 10 : null,
  };
}

async function testOf(id: string, deps: AdminDeps, signal: AbortSignal): Promise<UpstreamTest> {
  const { store, clock, givenUpstreams, keys } = deps;
  const given = givenUpstreams.find(({ name }) => givenId(name) === id);
  if (given) {
    const current = keys.ofGiven(given);
    return "problem" in current
      ? { models: 0, latencyMs: 0, problem: current.problem }
      : testUpstream({ ...given, key: current.key }, { clock, signal });
  }
  const record = await findUpstream(store.records, id);
  const read = keys.ofRecords(await store.records.list("upstream")).get(id);
  if (read && "problem" in read) {
    return { models: 0, latencyMs: 0, problem: read.problem };
  }
  const { name, format } = record;
  return testUpstream(
    { name, format, url: new URL(record.url), key: read?.key },
    { clock, signal },
  );
}

async function findUpstream(records: RecordStore, id: string): Promise<UpstreamRecord> {
  const record = await records.get("upstream", id);
  if (!record) {
    throw notFound("upstream");
  }
  return record;
}

function recordOf(
  input: z.output<typeof upstreamInputSchema>,
  base: { readonly id: string; readonly createdAt: number },
): UpstreamRecord {
  const { name, url: address, format, is_active: isActive } = input;
  try {
    const { url } = upstreamOf({ name, address, format, key: undefined });
    return { ...base, name, url: url.href, format, isActive };
  } catch (error) {
    throw invalid(
      error instanceof Error
        ? error.message.replace("--upstream", "An upstream")
        : "Not an address.",
      "url",
    );
  }
}

function isSameSource(one: KeySource, other: KeySource): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Throws an `ApiError` unless a record may refer to the upstream. */
export async function requireUpstream(
  id: string,
  param: string,
  { store, givenUpstreams }: AdminDeps,
): Promise<void> {
  const found = givenUpstreams.find(({ name }) => givenId(name) === id);
  if (found) {
    throw invalid(
      `The upstream "${found.name}" comes from a flag or the configuration file, which can change. ` +
        "Add it to the upstreams here under another name, and choose that one.",
      param,
    );
  }
  await requireRecord(store.records, "upstream", { id, param });
}

/** Never equals a record's id, which has no colon. */
function givenId(name: string): string {
  return `flag:${name}`;
}

function givenJson(
  upstream: UpstreamConfig,
  keys: AdminDeps["keys"],
  startedAt: number,
): z.infer<typeof upstreamSchema> {
  const { name, url, format, keyFrom } = upstream;
  const key = keys.ofGiven(upstream);
  return {
    id: givenId(name),
    name,
    url: url.href,
    format,
    key_from: keyFrom ?? null,
    is_active: true,
    created_at: isoTime(startedAt),
    source: "flag",
    key_problem: "problem" in key ? key.problem : null,
  };
}

function upstreamJson(
  upstream: UpstreamRecord,
  keyProblem: string | null,
): z.infer<typeof upstreamSchema> {
  return {
    id: upstream.id,
    name: upstream.name,
    url: upstream.url,
    format: upstream.format,
    key_from: upstream.keyFrom ?? null,
    is_active: upstream.isActive,
    created_at: isoTime(upstream.createdAt),
    source: "record",
    key_problem: keyProblem,
  };
}

function upstreamsOf({ upstreamId, fallbacks = [] }: ModelRecord): readonly (string | undefined)[] {
  return [upstreamId, ...fallbacks.map((fallback) => fallback.upstreamId)];
}
