import { expect, test } from "vitest";

import { serverProblems } from "../../../../src/hubServer/store/postgres/serverProblems.ts";

const good = {
  number: 140_000,
  version: "14.0",
  encoding: "UTF8",
  isolation: "read committed",
};

test.each([
  [{}, []],
  [
    { number: 130_012, version: "13.12" },
    ["The hub needs PostgreSQL 14 or later, and this server is 13.12."],
  ],
  [{ encoding: "LATIN1" }, ["The hub needs a database in UTF8, and this one is in LATIN1."]],
  [
    { isolation: "serializable" },
    [
      'The hub needs the isolation "read committed", and default_transaction_isolation is "serializable" for this database or user.',
    ],
  ],
])("of the three conditions those that fail are named: %j", (changes, expected) => {
  expect(serverProblems({ ...good, ...changes })).toEqual(expected);
});
