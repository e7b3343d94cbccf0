import { expect, test } from "vitest";

import { Metrics } from "../../../../src/hubServer/metrics.ts";
import { sumMetrics } from "../../../../src/hubServer/workers/sumMetrics.ts";

function counted(...routes: readonly string[]): Metrics {
  const metrics = new Metrics();
  for (const route of routes) {
    metrics.answered({ route, status: 200, app: "vscode", seconds: 0.02 });
  }
  return metrics;
}

function sorted(text: string): readonly string[] {
  return text.split("\n").toSorted();
}

test("the counters of two processes are those of one that had done the work of both", () => {
  const [one, other] = [counted("/a", "/b", "/b"), counted("/b", "/c")];
  one.streamOpened();
  other.streamOpened();
  const both = counted("/a", "/b", "/b", "/b", "/c");
  both.streamOpened();
  both.streamOpened();
  expect(sorted(sumMetrics([one.text(), other.text()]))).toEqual(sorted(both.text()));
});

test("each metric's lines follow its description, which is there once", () => {
  const text = sumMetrics([counted("/a").text(), counted("/b").text()]);
  const lines = text.split("\n");
  const at = (part: string): number => lines.findIndex((line) => line.includes(part));
  expect(lines.filter((line) => line.startsWith("# TYPE aihub_requests_total"))).toHaveLength(1);
  expect(at('requests_total{route="/b"')).toBe(at('requests_total{route="/a"') + 1);
  expect(text.endsWith("\n")).toBe(true);
});

test("one process alone keeps its text", () => {
  const text = counted("/a", "/a").text();
  expect(sumMetrics([text])).toBe(text);
});
