import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { fetchSkills } from "../../../src/hub/calls/skillsClient.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { HubLab, type HubProcess } from "./hubProcess.ts";

const lab = new HubLab();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "skills")]);
}, 60_000);
afterAll(() => lab.dispose());

const skill = {
  name: "release",
  description: "How to release",
  version: "2",
  text: "---\nname: release\n---\nTag it.",
};

async function give(skills: readonly object[]): Promise<number> {
  const response = await fetch(`${hub.url}/hub/admin/v1/profiles/profile_lab`, {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${hub.adminToken ?? ""}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ skills }),
  });
  return response.status;
}

const served = (token: string) =>
  fetchSkills(
    {
      baseUrl: hub.url,
      token: () => Promise.resolve(token),
      fetch,
      clock: systemClock,
      userAgent: "test",
    },
    new AbortController().signal,
  );

test("the skills of a profile are served to its tokens, and to nobody without one", async () => {
  expect(await served(hub.token)).toEqual([]);
  expect(await give([skill])).toBe(200);
  expect(await served(hub.token)).toEqual([skill]);
  await expect(served("sk_hub_wrong")).rejects.toThrow();
});

test.each([
  ["two of one name", [skill, skill]],
  ["a name that is no command", [{ ...skill, name: "a b" }]],
  ["a line end in the description", [{ ...skill, description: "a\nb" }]],
  ["text that changes its direction", [{ ...skill, text: "a\u202eb" }]],
  ["no text", [{ ...skill, text: "" }]],
  ["a text without end", [{ ...skill, text: "x".repeat(16_001) }]],
  ["too many", Array.from({ length: 11 }, (_, index) => ({ ...skill, name: `s${index}` }))],
])("%s are refused, and what was there stays", async (_name, skills) => {
  await give([skill]);
  expect(await give(skills)).toBe(400);
  expect(await served(hub.token)).toEqual([skill]);
});
