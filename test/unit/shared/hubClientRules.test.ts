import { readFileSync } from "node:fs";

import { afterEach, expect, test } from "vitest";
import * as z from "zod/mini";

import { unknownFields } from "../../../src/hubServer/values/unknownFields.ts";
import { hubPolicySchema } from "../../../src/shared/hubApi/agentPolicy.ts";
import {
  hubSettings,
  hubSettingsSchema,
  leaveOtherHub,
  onDidChangeHubSettings,
  profileClientSchema,
  setHubSettings,
} from "../../../src/shared/hubApi/hubClientRules.ts";
import {
  fixedSetting,
  type PolicyState,
  policyProblem,
  withHubSettings,
} from "../../../src/shared/hubApi/machinePolicy.ts";

const hub = "https://hub.example.com";
const absent: PolicyState = { state: "absent" };

afterEach(() => setHubSettings(""));

const manifestSchema = z.object({
  contributes: z.object({
    configuration: z.object({ properties: z.record(z.string(), z.unknown()) }),
  }),
});

test("a hub may set only settings that exist", () => {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync("package.json", "utf8")));
  const all = Object.keys(manifest.contributes.configuration.properties);
  expect(all).toEqual(expect.arrayContaining(Object.keys(hubSettingsSchema.shape)));
});

test.each([
  ["aiHub.baseUrl", "https://evil.example.com"],
  ["aiHub.extensionUrl", "https://evil.example.com"],
  ["aiHub.updateKey", "key"],
  ["aiHub.mcp.servers", { evil: { command: "/bin/sh" } }],
  ["aiHub.seller.environments", []],
  ["aiHub.agent.checks", ["rm -rf ."]],
  ["aiHub.agent.level", "sandbox"],
  ["aiHub.dlp.mode", "off"],
  ["aiHub.history.keepDays", 1],
  ["aiHub.languageModels.access", "allow"],
  ["constructor", "x"],
])("a hub cannot set %s to %j", (name, value) => {
  const client = { settings: { [name]: value, "aiHub.model": "house" } };
  const isRefused =
    unknownFields(profileClientSchema, client).length > 0 ||
    !profileClientSchema.safeParse(client).success;
  expect(isRefused).toBe(true);
  const received = hubPolicySchema.parse({ client });
  expect(received.client?.settings).toEqual({ "aiHub.model": "house" });
});

test.each(["1.2", "v1.2.3", "1.2.3-rc", 1])("%j is no version", (minimum_version) => {
  expect(profileClientSchema.safeParse({ minimum_version }).success).toBe(false);
  expect(hubPolicySchema.safeParse({ client: { minimum_version } }).success).toBe(false);
});

const values = (rules: PolicyState): readonly unknown[] =>
  ["aiHub.model", "aiHub.agent.maxSteps"].map((name) => fixedSetting(rules, name));

test("a value of the machine counts before one of the hub", () => {
  setHubSettings(hub, { "aiHub.model": "hub's", "aiHub.agent.maxSteps": 5 });
  const machine: PolicyState = {
    state: "holds",
    path: "/etc/ai-hub/policy.json",
    policy: { version: 1, settings: { "aiHub.model": "machine's" } },
  };
  expect(values(withHubSettings(machine))).toEqual(["machine's", 5]);
  expect(values(withHubSettings(absent))).toEqual(["hub's", 5]);
  expect(policyProblem(withHubSettings(absent), "0.0.1", hub)).toBeUndefined();
  const broken: PolicyState = { state: "broken", path: "p", reason: "r" };
  expect(withHubSettings(broken)).toBe(broken);
});

test("a change is told with its names, and another hub's settings end", () => {
  const told: string[][] = [];
  const listening = onDidChangeHubSettings((names) => told.push([...names]));
  setHubSettings(hub, { "aiHub.model": "a" });
  setHubSettings(hub, { "aiHub.model": "a" });
  leaveOtherHub(hub);
  expect(hubSettings()).toEqual({ "aiHub.model": "a" });
  leaveOtherHub("https://other.example.com");
  expect(hubSettings()).toEqual({});
  expect(told).toEqual([["aiHub.model"], ["aiHub.model"]]);
  listening.dispose();
});
