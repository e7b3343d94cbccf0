import { describe, expect, test } from "vitest";

import { classify } from "../../../../src/hub/errors/classify.ts";
import type { Failure } from "../../../../src/shared/failures/failure.ts";
import { general, ordinary, type Told, tuned } from "./tuned.ts";

function failureOf({ status, body }: Told): Failure {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = { status, headers: new Headers(), text, isFromStream: false };
  return classify(answer, { now: 0, secrets: [], baseUrl: "https://hub.example.com" }).failure;
}

function titled(rows: readonly Told[]): readonly (readonly [string, Told])[] {
  return rows.map((row) => [`${row.status} ${JSON.stringify(row.body)} is ${row.kind}`, row]);
}

describe("a plain sentence is known for what it means", () => {
  test.each(titled(tuned))("%s", (_title, row) => {
    expect(failureOf(row).kind).toBe(row.kind);
  });
});

describe("the same words in an ordinary error mean nothing", () => {
  test.each(titled(ordinary))("%s", (_title, row) => {
    expect(failureOf(row).kind).toBe(row.kind);
  });
});

describe("an error that only its status tells", () => {
  test.each(titled(general))("%s, in general words", (_title, row) => {
    expect(failureOf(row)).toMatchObject({ kind: row.kind, isGeneral: true });
  });
});
