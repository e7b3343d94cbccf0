import * as z from "zod/mini";

import { isTimeZone } from "../../../shared/base/calendar.ts";
import { settingsSchema } from "../../../shared/hubApi/hubAdmin.ts";
import { invalid } from "../../http/invalidField.ts";
import { type HubResponse, jsonResponse } from "../../http/message.ts";
import { readSettings } from "../../store/builtInRecords.ts";
import type { SettingsRecord } from "../../store/records.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import type { AdminCall, GuardedRoute } from "../base/adminRoute.ts";
import { type Change, type Changes, changeEvent } from "../base/changes.ts";
import { changedFields } from "../base/collection.ts";
import { parseInput, readFields } from "../base/input.ts";
import { requireRecord } from "../base/references.ts";

export function settingsRoutes(deps: AdminDeps, changes: Changes): readonly GuardedRoute[] {
  return [
    {
      method: "GET",
      path: "/settings",
      access: "admin",
      doc: { summary: "What is set for the whole hub", answer: settingsSchema },
      handle: async () => jsonResponse(200, settingsJson(await readSettings(deps.store))),
    },
    {
      method: "PATCH",
      path: "/settings",
      access: "admin",
      doc: {
        summary: "Change some of what is set for the whole hub",
        body: z.partial(settingsSchema),
        answer: settingsSchema,
      },
      handle: (call) => changes.make(() => patchSettings(call, deps)),
    },
  ];
}

async function patchSettings(call: AdminCall, { store, clock }: AdminDeps): Promise<HubResponse> {
  const patch = await readFields(call.request);
  const previous = await readSettings(store);
  const before = settingsJson(previous);
  const input = parseInput(settingsSchema, { ...before, ...patch });
  const fields = changedFields(before, patch, settingsSchema.shape);
  if (fields.length === 0) {
    return jsonResponse(200, before);
  }
  if (!isTimeZone(input.time_zone)) {
    throw invalid(`There is no time zone "${input.time_zone}".`, "time_zone");
  }
  if (input.retention_days === 0) {
    throw invalid("Events are kept for at least a day, or for ever.", "retention_days");
  }
  const [profile, sector] = [input.default_profile_id, input.default_sector_id];
  await requireRecord(store.records, "profile", { id: profile, param: "default_profile_id" });
  await requireRecord(store.records, "sector", { id: sector, param: "default_sector_id" });
  const settings = settingsOf(input, previous);
  const change: Change = { action: "update", kind: "settings", id: "hub", name: "hub", fields };
  await store.records.put("settings", settings, changeEvent(change, call.principal, clock.now()));
  return jsonResponse(200, settingsJson(settings));
}

function settingsOf(
  input: z.output<typeof settingsSchema>,
  { adminTokenHash }: SettingsRecord,
): SettingsRecord {
  return {
    id: "hub",
    timeZone: input.time_zone,
    currency: input.currency,
    budgetStatus: input.budget_status,
    defaultProfileId: input.default_profile_id,
    defaultSectorId: input.default_sector_id,
    ...(input.refuses_unpriced && { refusesUnpriced: true }),
    ...(typeof input.retention_days === "number" && { retentionDays: input.retention_days }),
    ...(adminTokenHash !== undefined && { adminTokenHash }),
  };
}

function settingsJson(settings: SettingsRecord): z.infer<typeof settingsSchema> {
  return {
    time_zone: settings.timeZone,
    currency: settings.currency,
    budget_status: settings.budgetStatus,
    default_profile_id: settings.defaultProfileId,
    default_sector_id: settings.defaultSectorId,
    refuses_unpriced: settings.refusesUnpriced ?? false,
    retention_days: settings.retentionDays ?? null,
  };
}
