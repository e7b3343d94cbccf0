import { describe, expect, test } from "vitest";

import { rangeOf } from "../../../src/console/data/period.ts";

describe("a period", () => {
  const none = { start: null, end: null };
  test.each([
    [{ period: "month", ...none }, "2026-11-01", "2026-11-21"],
    [{ period: "last", ...none }, "2026-10-01", "2026-10-31"],
    [{ period: "7", ...none }, "2026-11-15", "2026-11-21"],
    [{ period: "30", ...none }, "2026-10-23", "2026-11-21"],
    [{ period: "custom", start: "2026-02-27", end: "2026-03-02" }, "2026-02-27", "2026-03-02"],
    [{ period: "custom", start: "2026-03-02", end: "2026-02-27" }, "2026-11-01", "2026-11-21"],
    [{ period: "custom", start: "1970-01-01", end: "2026-02-27" }, "2026-11-01", "2026-11-21"],
    [{ period: "custom", start: "x", end: "2026-02-27" }, "2026-11-01", "2026-11-21"],
  ] as const)("%j is from %s to %s", (choice, start, end) => {
    expect(rangeOf(choice, "2026-11-21")).toEqual({ start, end });
  });
});
