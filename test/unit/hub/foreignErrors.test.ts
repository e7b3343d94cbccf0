import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { classify } from "../../../src/hub/errors/classify.ts";

/**
 * Errors of vendors and gateways from public threads and code. `right` was written before the classifier saw them; a
 * kind with `*` is right only in general words, without a cause.
 */
const rowSchema = z.object({
  source: z.string(),
  status: z.number(),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.unknown(),
  right: z.array(z.string()),
});

const rows = readFileSync(new URL("../../fixtures/errorBodies.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => rowSchema.parse(JSON.parse(line)));

describe("no error of a vendor or gateway is told as something else", () => {
  test.each(rows)("$status of $source", ({ status, headers = {}, body, right }) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = { status, headers: new Headers(headers), text, isFromStream: false };
    const context = { now: 0, secrets: [], baseUrl: "https://hub.example.com" };
    const { kind, isGeneral } = classify(answer, context).failure;
    expect(right).toContainEqual(
      expect.stringMatching(new RegExp(`^${kind}${isGeneral ? "\\*?" : ""}$`, "u")),
    );
  });
});
