import { expect, test } from "vitest";

import { runCalls, type StepResult } from "../../../../../src/agent/run/callStep.ts";
import type { AgentEvent, AskedAct } from "../../../../../src/agent/run/cards/agentEvents.ts";
import { RunTrust } from "../../../../../src/agent/run/cards/runTrust.ts";
import { fetchPage, type PageFetcher } from "../../../../../src/agent/tools/web/fetchPage.ts";
import type { ApprovalRule } from "../../../../../src/agent/trust/approvalRules.ts";
import { siteRule } from "../../../../../src/agent/trust/site.ts";
import { Taint } from "../../../../../src/agent/trust/taint.ts";

const site = "https://example.com";

/** Calls `fetch_page` for each arguments, one step each, in one run. */
async function play(
  calls: readonly object[],
  { rules = [], page = "text" }: { rules?: readonly ApprovalRule[]; page?: string } = {},
) {
  const fetched: string[] = [];
  const fetch: PageFetcher = (url) => {
    fetched.push(url.href);
    return Promise.resolve({ status: 200, text: page, isCut: false });
  };
  const tool = fetchPage(fetch);
  const taint = new Taint();
  const asked: AskedAct[] = [];
  const results: StepResult[] = [];
  const events: AgentEvent[] = [];
  const trust = new RunTrust(
    {
      standing: () => ({ level: "sandbox", mode: "agent" }),
      rules: () => rules,
      sensitive: {
        mode: () => "block",
        scan: (text) =>
          text.includes("secret")
            ? [{ kind: "email", certainty: "certain", start: 0, end: 1 } as never]
            : [],
      },
    },
    taint,
  );
  for (const [index, args] of calls.entries()) {
    const id = String(index);
    const call = { id, name: "fetch_page", arguments: { ...args } };
    const deps = {
      tools: [tool],
      approve: (act: AskedAct) => {
        asked.push(act);
        return Promise.resolve("approved" as const);
      },
      trust,
      taint,
      setCheckpoint: () => Promise.resolve(undefined),
    };
    for await (const event of runCalls([{ id, call }], results, deps, AbortSignal.any([]))) {
      events.push(event);
    }
  }
  return { fetched, asked, results, events };
}

test("a site without a rule is asked about with its whole address, at every level, and its text taints the run", async () => {
  const url = `${site}/docs?q=1`;
  const { asked, fetched, results, events } = await play([{ url }]);
  expect(asked).toMatchObject([{ act: "web", detail: url, site }]);
  expect(fetched).toEqual([url]);
  expect(results).toMatchObject([
    { state: "done", text: expect.stringContaining("text") as unknown },
  ]);
  expect(events).toContainEqual({ type: "tainted", cause: "webPage" });
});

test("an allowed site is read without a question, until the run is tainted", async () => {
  const urls = [{ url: `${site}/a` }, { url: `${site}/b` }];
  const { asked, fetched } = await play(urls, { rules: [siteRule(site)] });
  expect(fetched).toHaveLength(2);
  expect(asked).toMatchObject([{ detail: `${site}/b`, taint: "webPage" }]);
});

test("a rule for a site is for no other site, scheme or port", async () => {
  for (const url of [
    "http://example.com/",
    "https://example.com:8443/",
    "https://a.example.com/",
  ]) {
    expect((await play([{ url }], { rules: [siteRule(site)] })).asked).toHaveLength(1);
  }
});

test("a denied site is never read", async () => {
  const { fetched, results } = await play([{ url: site }], {
    rules: [siteRule(site), { ...siteRule(site), effect: "deny" }],
  });
  expect(fetched).toEqual([]);
  expect(results).toMatchObject([{ state: "refused" }]);
});

test("an address with private values is refused where they are blocked", async () => {
  const { fetched, results } = await play([{ url: `${site}/?q=secret` }]);
  expect(fetched).toEqual([]);
  expect(results).toMatchObject([{ state: "refused" }]);
});

test.each([
  "file:///etc/passwd",
  "ftp://example.com/",
  "https://user:pass@example.com/",
  "javascript:1",
  "example.com",
  "",
  `https://example.com/${"x".repeat(2_000)}`,
])("%s is no page", async (url) => {
  const { fetched, asked, results } = await play([{ url }]);
  expect([fetched, asked]).toEqual([[], []]);
  expect(results).toMatchObject([{ state: "failed" }]);
});

test("a long page goes on without a second request or question", async () => {
  const page = "x".repeat(64_500) + "y".repeat(1_000);
  const { asked, fetched, results } = await play([{ url: site }, { url: site, start: 64_536 }], {
    page,
  });
  expect([asked.length, fetched.length]).toEqual([1, 1]);
  expect(results[0]?.text).toContain("start 64536");
  expect(results[1]?.text.endsWith("y".repeat(964))).toBe(true);
});
