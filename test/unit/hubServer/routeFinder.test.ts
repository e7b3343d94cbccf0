import { expect, test } from "vitest";

import { routeFinder } from "../../../src/hubServer/http/routeFinder.ts";

const find = routeFinder([
  { method: "GET", path: "/models" },
  { method: "GET", path: "/models/*" },
  { method: "PATCH", path: "/kinds/{id}" },
  { method: "POST", path: "/kinds/try" },
  { method: "POST", path: "/kinds/{id}/terms" },
]);

test.each([
  ["GET", "/models", "/models", ""],
  ["HEAD", "/models", "/models", ""],
  ["GET", "/models/vendor/a%20b", "/models/*", "vendor/a b"],
  ["PATCH", "/kinds/a%2Fb", "/kinds/{id}", "a/b"],
  ["POST", "/kinds/try", "/kinds/try", ""],
  ["POST", "/kinds/terms/terms", "/kinds/{id}/terms", "terms"],
])("%s %s goes to its route with the decoded parameter", (method, path, route, parameter) => {
  expect(find({ method, path })).toMatchObject({ route: { path: route }, parameter });
});

test.each([
  ["GET", "/models/", 404],
  ["PATCH", "/kinds/a/b", 404],
  ["POST", "/kinds//terms", 404],
  ["PATCH", "/kinds/try", 405],
  ["PATCH", "/kinds/%E0%A4%A", 400],
])("%s %s is refused with %i", (method, path, status) => {
  expect(() => find({ method, path })).toThrow(expect.objectContaining({ status }));
});
