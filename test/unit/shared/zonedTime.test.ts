import { expect, test } from "vitest";

import { isTimeZone } from "../../../src/shared/base/calendar.ts";
import { instantIn, localIn } from "../../../src/shared/base/zonedTime.ts";

test.each([
  ["America/Sao_Paulo", "2026-12-01T00:00", "2026-12-01T03:00:00.000Z"],
  ["America/Sao_Paulo", "2026-12-31T23:59:59.999", "2027-01-01T02:59:59.999Z"],
  ["America/Manaus", "2026-12-01T00:00:00.000", "2026-12-01T04:00:00.000Z"],
  ["UTC", "2026-12-01T00:00:00.000", "2026-12-01T00:00:00.000Z"],
  ["Europe/Lisbon", "2026-07-01T00:00", "2026-06-30T23:00:00.000Z"],
  ["Europe/Lisbon", "2026-03-29T12:00", "2026-03-29T11:00:00.000Z"],
])("in %s, %s is %s, and back", (zone, local, instant) => {
  const at = instantIn(zone, local);
  expect(new Date(at).toISOString()).toBe(instant);
  expect(localIn(zone, at).startsWith(local)).toBe(true);
});

test("no time is no instant, and an unknown zone is known as such", () => {
  expect(instantIn("UTC", "")).toBeNaN();
  expect(["America/Sao_Paulo", "UTC", "Brasil", ""].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
