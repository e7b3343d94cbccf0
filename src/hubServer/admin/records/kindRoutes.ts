import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";

import { scanText } from "../../../dlp/find/scanText.ts";
import { OwnFinder } from "../../../dlp/own/ownFinder.ts";
import { hashTerms, TermFinder, termLimits } from "../../../dlp/own/terms.ts";
import {
  kindTrialInputSchema,
  kindTrialSchema,
  kindWeekSchema,
  termsInputSchema,
  termsSchema,
} from "../../../shared/hubApi/hubKinds.ts";
import { parseJson } from "../../formats/base/jsonText.ts";
import { checkedCostOf, ruleOf } from "../../governance/policy/kindRecord.ts";
import { ApiError } from "../../http/apiError.ts";
import { invalid } from "../../http/invalidField.ts";
import { type HubResponse, jsonResponse } from "../../http/message.ts";
import type { OwnKindRecord } from "../../store/records.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { forbidden, notFound } from "../base/adminErrors.ts";
import type { AdminCall, GuardedRoute } from "../base/adminRoute.ts";
import { type Changes, changeEvent } from "../base/changes.ts";
import { parseInput, readBody } from "../base/input.ts";

const weekMs = 7 * 24 * 60 * 60 * 1_000;
const maxShown = 1_000;
const maxListBytes = 16 * 1024 * 1024;
const access = "admin";

export function kindRoutes(deps: AdminDeps, changes: Changes): readonly GuardedRoute[] {
  return [
    {
      method: "POST",
      path: "/kinds/try",
      access,
      doc: {
        summary: "Try a kind on a text: its values and the cost of its pattern; nothing is stored",
        body: kindTrialInputSchema,
        answer: kindTrialSchema,
      },
      handle: (call) => tryKind(call, deps),
    },
    {
      method: "GET",
      path: "/kinds/{id}/week",
      access,
      doc: {
        summary: "Count the values of a kind in the last seven days, from the audit",
        answer: kindWeekSchema,
      },
      handle: (call) => weekOf(call, deps),
    },
    {
      method: "PUT",
      path: "/kinds/{id}/terms",
      access,
      doc: {
        summary: "Replace the exact terms of a kind, one a line; only keyed hashes are stored",
        body: termsInputSchema,
        answer: termsSchema,
      },
      handle: (call) => changes.make(() => putTerms(call, deps)),
    },
  ];
}

async function tryKind({ request }: AdminCall, deps: AdminDeps): Promise<HubResponse> {
  const { kind: input, id, text } = await readBody(request, kindTrialInputSchema);
  const kind = ruleOf(input);
  const cost = checkedCostOf(kind);
  const stored = typeof id === "string" ? await findKind(deps, id) : undefined;
  const finder = new OwnFinder(kind, stored?.terms && new TermFinder(stored.terms));
  const own = scanText(text, [finder]).filter(
    (finding) => finding.kind === `own.${kind.placeholder}`,
  );
  return jsonResponse(200, {
    found: own.slice(0, maxShown).map(({ start, end }) => ({ start, end })),
    total: own.length,
    cost: cost ?? null,
  });
}

async function weekOf({ id }: AdminCall, deps: AdminDeps): Promise<HubResponse> {
  const { store, clock } = deps;
  const { rule } = await findKind(deps, id);
  const kind = `own.${rule.placeholder}`;
  const from = clock.now() - weekMs;
  const sums = { acted: 0, on_trial: 0, requests: 0 };
  const events = store.audit.read({ kinds: ["dlp.alert", "dlp.block"], from, text: kind });
  for await (const { findings = [], detail } of events) {
    const count = findings
      .filter((finding) => finding.kind === kind)
      .reduce((sum, finding) => sum + finding.count, 0);
    sums[detail?.["action"] === "trial" ? "on_trial" : "acted"] += count;
    sums.requests += count > 0 ? 1 : 0;
  }
  return jsonResponse(200, sums);
}

async function putTerms(
  { request, id, principal }: AdminCall,
  deps: AdminDeps,
): Promise<HubResponse> {
  const { store, clock } = deps;
  const { terms: _, ...kind } = await findKind(deps, id);
  if (deps.givenKinds.some((given) => given.id === id)) {
    throw forbidden("A kind of the configuration file has no terms: make this one in the console.");
  }
  const bytes = await request.body({ tokenId: principal.user.id });
  const list = readList(bytes);
  const key = randomBytes(16).toString("hex");
  const { terms, duplicates, refused } = await hashTerms(list, key, () => setImmediate());
  if (terms.count > termLimits.count) {
    throw invalid(`There can be ${termLimits.count} terms, and these are ${terms.count}.`, "list");
  }
  const record: OwnKindRecord = {
    ...kind,
    ...(terms.count > 0 && { terms }),
    changedAt: clock.now(),
  };
  const change = { action: "update", kind: "ownKind", id, name: kind.name } as const;
  const event = changeEvent({ ...change, fields: ["terms"] }, principal, clock.now());
  await store.records.put("ownKind", record, event);
  return jsonResponse(200, { terms: terms.count, duplicates, refused });
}

/** Reads the list, which may be larger than other bodies of this API. */
function readList(bytes: Uint8Array): string {
  if (bytes.length > maxListBytes) {
    throw new ApiError(413, "The list is too large (at most 16 MB).", {
      type: "request_too_large",
      code: "request_too_large",
    });
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return parseInput(termsInputSchema, parseJson(text)).list;
  } catch (error) {
    if (error instanceof ApiError) {
      throw error;
    }
    // The parser's message quotes the list, which must not be logged.
    throw new ApiError(400, "The list is not JSON in UTF-8.", { code: "invalid_json" });
  }
}

async function findKind({ store, givenKinds }: AdminDeps, id: string): Promise<OwnKindRecord> {
  const given = givenKinds.find((kind) => kind.id === id);
  const record = given ?? (await store.records.get("ownKind", id));
  if (!record) {
    throw notFound("kind");
  }
  return record;
}
