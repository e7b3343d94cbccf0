import { expect, test } from "vitest";

import { Metrics } from "../../../src/hubServer/metrics.ts";

const subject = {
  requestId: "req-secret",
  tokenId: "tok-secret",
  userId: "user-secret",
  profileId: "profile-secret",
  sectorId: "sector-secret",
  app: "vscode",
  model: "model-secret",
  format: "openai",
} as const;

function settle(metrics: Metrics, app = "vscode"): void {
  metrics.governed({
    kind: "settled",
    subject: { ...subject, app },
    usage: { inputTokens: 30, outputTokens: 12, cachedTokens: 0, cacheWriteTokens: 0 },
    cost: 1_500_000,
    outcome: "complete",
  });
}

test("everything is told in Prometheus' text form, and nobody by name", () => {
  const metrics = new Metrics();
  metrics.answered({ route: "/hub/v1/messages", status: 200, app: "vscode", seconds: 0.2 });
  metrics.answered({ route: "/hub/v1/messages", status: 200, app: "vscode", seconds: 400 });
  settle(metrics);
  settle(metrics);
  metrics.governed({ kind: "denied", reason: "budget.deny", app: "vscode" });
  metrics.governed({ kind: "storeFailed", during: "settle", error: new Error("x") });
  const end = metrics.streamOpened();
  metrics.streamOpened();
  end();
  end();
  const lines = metrics.text().split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "# TYPE aihub_requests_total counter",
      'aihub_requests_total{route="/hub/v1/messages",status="200",app="vscode"} 2',
      "# TYPE aihub_request_duration_seconds histogram",
      'aihub_request_duration_seconds_bucket{route="/hub/v1/messages",le="0.1"} 0',
      'aihub_request_duration_seconds_bucket{route="/hub/v1/messages",le="0.25"} 1',
      'aihub_request_duration_seconds_bucket{route="/hub/v1/messages",le="300"} 1',
      'aihub_request_duration_seconds_bucket{route="/hub/v1/messages",le="+Inf"} 2',
      'aihub_request_duration_seconds_sum{route="/hub/v1/messages"} 400.2',
      'aihub_request_duration_seconds_count{route="/hub/v1/messages"} 2',
      "aihub_open_streams 1",
      'aihub_tokens_total{direction="input",app="vscode"} 60',
      'aihub_tokens_total{direction="output",app="vscode"} 24',
      'aihub_cost_total{app="vscode"} 3',
      'aihub_settled_total{outcome="complete"} 2',
      'aihub_denials_total{kind="budget.deny"} 1',
      'aihub_store_errors_total{during="settle"} 1',
    ]),
  );
  expect(lines.at(-1)).toBe("");
  expect(
    lines.filter((line) => !/^(?:# (?:HELP|TYPE) .+|\w+(?:\{.+\})? [\d.]+|)$/u.test(line)),
  ).toEqual([]);
  expect(metrics.text()).not.toContain("secret");
});

test("applications without number are counted as fifty and the others", () => {
  const metrics = new Metrics();
  for (let index = 0; index < 500; index += 1) {
    settle(metrics, `app-${index}`);
  }
  const apps = metrics
    .text()
    .split("\n")
    .filter((line) => line.startsWith("aihub_cost_total{"));
  expect(apps).toHaveLength(51);
  expect(apps).toContain('aihub_cost_total{app="other"} 675');
});

test("a value that would break its line is escaped", () => {
  const metrics = new Metrics();
  metrics.answered({ route: 'a"b\\c\nd', status: 200, app: "x", seconds: 1 });
  expect(metrics.text()).toContain('route="a\\"b\\\\c\\nd"');
});
