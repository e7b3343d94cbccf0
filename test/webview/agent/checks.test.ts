import { expect, test } from "vitest";

import { call, command } from "./agentScenes.ts";
import { openAgent } from "./openAgent.ts";

const failed = "1 failed\n\nTests  1 failed, 7 passed\nExit code 1.";

test("checks of one claim are one line with their commands, folded where they passed", async () => {
  const { page } = await openAgent({
    parts: [
      command({ check: "person", step: 5, result: failed }),
      { kind: "text", text: "Now they pass." },
      command({ check: "person", step: 6 }),
      call("run_command", { command: "npm run lint" }, { check: "organisation", step: 6 }),
    ],
    message: { state: "complete", checks: { state: "passed" } },
  });
  await page
    .getByRole("button", { name: "Checks failed npm test -- retry", exact: true })
    .waitFor();
  await page.getByRole("button", { name: "Ran npm test -- retry · exit code 1" }).click();
  await page.getByText("1 failed, 7 passed").waitFor();
  expect(await page.getByText("Set by your organisation").count()).toBe(0);
  await page
    .getByRole("button", { name: "Checks passed npm test -- retry · npm run lint" })
    .click();
  await page.getByText("Set by your organisation").waitFor();
  await page.getByRole("button", { name: "Ran npm run lint", exact: true }).waitFor();
});

test.each([
  ["failed", undefined, "Checks failed"],
  ["notRun", "noChange", "Checks not run · No file of the checks was changed."],
  ["notRun", "noCommands", "Checks not run · Commands cannot run here."],
  ["notRun", "unreadable", "Checks not run · The setting aiHub.agent.checks cannot be read."],
] as const)("checks that ended as %s (%s) without a call say so", async (state, why, text) => {
  const { page } = await openAgent({
    parts: [command()],
    message: { state: "complete", checks: { state, ...(why && { why }) } },
  });
  await page.getByText(text, { exact: true }).waitFor();
});

test("a check that was refused is not run, and one that is under way shows its command", async () => {
  const { page } = await openAgent({
    parts: [
      command({ check: "person", step: 5, state: "refused", result: "Not done." }),
      { kind: "text", text: "Again." },
      command({ check: "person", step: 6, state: "running", result: undefined }),
    ],
  });
  await page.getByRole("button", { name: "Checks not run npm test -- retry" }).waitFor();
  await page.getByRole("button", { name: /^Checking npm test -- retry/u }).waitFor();
  await page
    .getByRole("button", { name: /^Run npm test -- retry/u })
    .last()
    .waitFor();
});
