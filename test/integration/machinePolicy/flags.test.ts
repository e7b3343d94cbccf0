import { expect, test } from "vitest";

import { runTerms } from "../../../src/agentCli/acp/acpRunTerms.ts";
import { policyOf } from "../../../src/agentCli/run/hubAccess.ts";
import { withinRules } from "../../../src/agentCli/run/machineRules.ts";
import { readOptions } from "../../../src/agentCli/run/programOptions.ts";
import { withinRules as withinPortalRules } from "../../../src/mcp/machineRules.ts";
import { readOptions as readPortalOptions } from "../../../src/mcp/programOptions.ts";
import type { AgentPolicy } from "../../../src/shared/hubApi/agentPolicy.ts";
import type { PolicyState } from "../../../src/shared/hubApi/machinePolicy.ts";

const { signal } = new AbortController();
const hub = "https://hub.example.com";

function holds(settings: Readonly<Record<string, unknown>>): PolicyState {
  return { state: "holds", path: "/etc/ai-hub/policy.json", policy: { version: 1, settings } };
}

function agent(settings: Readonly<Record<string, unknown>>, ...flags: readonly string[]) {
  const told: string[] = [];
  const given = readOptions(["--hub", hub, ...flags, "task"]);
  const options = withinRules(given, holds(settings), (line) => told.push(line));
  return { options, told };
}

test("the agent's flags get at most what the organisation set, and say so", () => {
  const settings = {
    "aiHub.model": "house",
    "aiHub.agent.maxSteps": 10,
    "aiHub.chatFormat": "anthropic",
  };
  const { options, told } = agent(settings, "--model", "mine", "--max-steps", "50");
  expect(options).toMatchObject({ model: "house", maxSteps: 10, chatFormat: "anthropic" });
  expect(told).toEqual([
    "Set by your organisation: --max-steps 10",
    "Set by your organisation: --model house",
  ]);
  expect(agent(settings, "--max-steps", "5").told).toEqual([]);
});

test("servers of the person are refused if the organisation has set the servers", () => {
  const settings = { "aiHub.mcp.servers": {} };
  expect(() => agent(settings, "--mcp", "servers.json")).toThrow("Leave out --mcp.");
});

test.each<[AgentPolicy, AgentPolicy]>([
  [{}, { max_level: "edits", max_run_cost: "1" }],
  [
    { max_level: "ask", max_run_cost: "0.25" },
    { max_level: "ask", max_run_cost: "0.25" },
  ],
  [
    { max_level: "sandbox", max_run_cost: "9.00" },
    { max_level: "edits", max_run_cost: "1" },
  ],
])("of the hub's policy %j and the machine's file the lower limits count", async (policy, most) => {
  const settings = { "aiHub.agent.level": "edits", "aiHub.agent.maxCost": 1 };
  const { options } = agent(settings);
  const hubOf = { agentPolicy: () => Promise.resolve(policy) };
  const held = await policyOf(hubOf, options, signal);
  expect(held).toEqual(most);
  // An editor that speaks the Agent Client Protocol chooses level and cap in the session.
  const { cap, wished } = runTerms(options, held);
  expect([wished.level, cap.most]).toEqual([most.max_level, Number(most.max_run_cost)]);
});

const portal = {
  AI_HUB_SELLER_URL: "https://portal.example.com",
  AI_HUB_SELLER_CLIENT_ID: "c",
  AI_HUB_SELLER_CLIENT_SECRET: "s",
  AI_HUB_SELLER_CODE: "1",
};

function portalOptions(settings: Readonly<Record<string, unknown>>) {
  const told: string[] = [];
  const flags = ["--allow-writes", "--max-writes", "50", "--zero-stock", "--no-masking"];
  const given = readPortalOptions(flags, portal);
  const options = withinPortalRules(given, holds(settings), (line) => told.push(line));
  return { limits: options.limits, masks: options.masks, told };
}

test("the portal's flags get at most what the organisation set, and say so", () => {
  const { limits, masks, told } = portalOptions({
    "aiHub.seller.chatAccess": "read",
    "aiHub.seller.maxWrites": 5,
    "aiHub.seller.maxPriceChange": 10,
    "aiHub.seller.zeroStock": "refuse",
    "aiHub.dlp.mode": "mask",
  });
  expect(limits).toMatchObject({
    access: "read",
    maxWrites: 5,
    maxPriceChange: 10,
    maxStockChange: 80,
    zeroStock: "refuse",
  });
  expect(masks).toBe(true);
  expect(told).toEqual([
    "Set by your organisation: maxWrites 5",
    "Set by your organisation: maxPriceChange 10",
    "Set by your organisation: access read",
    "Set by your organisation: zeroStock refuse",
    "Set by your organisation: personal data is masked",
  ]);
  expect(portalOptions({}).told).toEqual([]);
});

test.each([
  { "aiHub.seller.chatAccess": "off" },
  { "aiHub.seller.environments": [{ id: "a", baseUrl: "https://other.example.com" }] },
])("the portal's tools do not start against %j", (settings) => {
  expect(() => portalOptions(settings)).toThrow("Your organisation does not allow these tools");
});

test("an environment of the organisation is allowed", () => {
  const listed = [{ id: "a", baseUrl: "https://portal.example.com/" }];
  expect(portalOptions({ "aiHub.seller.environments": listed }).limits.access).toBe("write");
});
