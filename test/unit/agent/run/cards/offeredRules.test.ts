import { expect, test } from "vitest";

import { offeredRules } from "../../../../../src/agent/run/cards/offeredRules.ts";

const tool = "mcp_docs_find";
const asked = { paths: [], title: "Find", detail: "{}", mcp: { server: "docs", tool } };

test.each(["mcpCall", "editorCall"] as const)("a card for %s offers a rule on the tool", (act) => {
  const [offered] = offeredRules({ ...asked, act });
  expect(offered?.shown).toEqual({ id: "tool", kind: "exact", text: tool });
  expect(offered?.rules).toEqual([
    { kind: "tool", words: [tool], extent: "exact", effect: "allow" },
  ]);
});

test("a card for a page offers a rule on its site", () => {
  const site = "https://example.com";
  const [offered] = offeredRules({ paths: [], title: "Read", detail: site, act: "web", site });
  expect(offered?.shown).toEqual({ id: "site", kind: "exact", text: site });
  expect(offered?.rules).toEqual([
    { kind: "site", words: [site], extent: "exact", effect: "allow" },
  ]);
});

test("a command outside the workspace can only be approved once", () => {
  const command = { ...asked, act: "commandOutside", command: "npm test" } as const;
  expect(offeredRules(command)).not.toEqual([]);
  expect(offeredRules({ ...command, isOutside: true })).toEqual([]);
});

test("a rule of a card for outside the sandbox says so and is for outside", () => {
  const command = { ...asked, act: "commandOutside", command: "npm install" } as const;
  const offered = offeredRules({ ...command, leavesSandbox: { reason: "" } });
  expect(offered.map(({ shown }) => [shown.kind, shown.leavesSandbox])).toEqual([
    ["run", true],
    ["exact", true],
    ["beginning", true],
  ]);
  expect(offered.flatMap(({ rules }) => rules.map(({ reach }) => reach))).toEqual([
    "outsideSandbox",
    "outsideSandbox",
  ]);
  expect(JSON.stringify(offeredRules(command))).not.toContain("outsideSandbox");
});

test("a start and a tainted call can only be approved once", () => {
  expect(offeredRules({ ...asked, act: "serverStart" })).toEqual([]);
  expect(offeredRules({ ...asked, act: "editorCall", taint: "toolServer" })).toEqual([]);
});

test("a card for edits offers all edits of the run, unless it saves changes of the person first", () => {
  const { mcp: _, ...edit } = { ...asked, act: "edit" } as const;
  expect(offeredRules(edit).map(({ shown }) => shown.kind)).toEqual(["edits"]);
  expect(offeredRules({ ...edit, saves: ["a.ts"] })).toEqual([]);
  expect(offeredRules({ ...edit, act: "runnable" })).toEqual([]);
});
