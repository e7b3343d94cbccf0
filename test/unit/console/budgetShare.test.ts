import { describe, expect, test } from "vitest";

import {
  budgetState,
  isForecastOver,
  layersOf,
  tightest,
  usedPercent,
} from "../../../src/console/data/budgetShare.ts";
import { budget, token } from "../../webview/console/organisation.ts";

describe("a budget", () => {
  test.each([
    ["10", "0", 10, "fine"],
    ["79", "1", 80, "warned"],
    ["60", "40", 100, "used"],
    ["140", "0", 140, "used"],
  ] as const)(
    "with %s spent and %s reserved of 100 is %s %% used",
    (spent, reserved, percent, state) => {
      const shown = budget("b", { limit: "100", spent, reserved });
      expect([usedPercent(shown), budgetState(shown)]).toEqual([percent, state]);
    },
  );

  test("is nearly used up from 80 % on, whatever its own thresholds are", () => {
    expect([stateOf("80", [95]), stateOf("79", [95]), stateOf("79", [50])]).toEqual([
      "warned",
      "fine",
      "fine",
    ]);
  });

  test("of nothing is used up", () => {
    expect(usedPercent(budget("b", { limit: "0", spent: "0", reserved: "0" }))).toBe(100);
  });

  test("is told to be overrun by a forecast only", () => {
    expect(isForecastOver(budget("b", { limit: "10", forecast: "10.01" }))).toBe(true);
    expect(isForecastOver(budget("b", { limit: "10", forecast: null }))).toBe(false);
  });
});

function stateOf(spent: string, warnAt: number[]): string {
  return budgetState(budget("b", { limit: "100", spent, reserved: "0", warn_at: warnAt }));
}

test("the layers of a token are its own, its owner's, its profile's and its sector's", () => {
  const all = [
    budget("sector"),
    budget("other", { subject_id: "sec_sup" }),
    budget("user", { scope: "user", subject_id: "ana", limit: "1250" }),
    // The same id in another layer is another thing.
    budget("mixed", { scope: "profile", subject_id: "sec_eng" }),
  ];
  const layers = layersOf(token("t", "T"), all);
  expect(layers.map(({ id }) => id)).toEqual(["sector", "user"]);
  expect(tightest(layers)?.id).toBe("user");
  expect(tightest([])).toBeUndefined();
});
