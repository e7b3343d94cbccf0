import * as fc from "fast-check";
import { expect, test } from "vitest";

import { noticesOf } from "../../../src/hub/wire/notices.ts";
import { answerHeader, dlpHeader } from "../../../src/hubServer/governance/policy/inspection.ts";
import { doubtNames } from "../../../src/shared/guarded/doubts.ts";
import { dlpKinds } from "../../../src/shared/guarded/sensitiveKinds.ts";

const finding = fc.record(
  {
    kind: fc.constantFrom(...dlpKinds, "own.EMPLOYEE" as const),
    count: fc.integer({ min: 1, max: 9 }),
    field: fc.constant("messages[0]"),
    action: fc.constantFrom("mask", "alert", "allow"),
    doubt: fc.constantFrom(...doubtNames),
  } as const,
  { requiredKeys: ["kind", "count", "field", "action"] },
);

test("every header that the hub can send is told as the actions it names, and no other", () => {
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 12 }), (findings) => {
      const headers = new Headers(dlpHeader(findings));
      const notices = noticesOf(new Response(null, { headers }));
      const kindsOf = (action: string): Set<string> =>
        new Set(findings.filter((one) => one.action === action).map(({ kind }) => kind));
      const toldOf = (told: string): Set<string> =>
        new Set(
          notices
            .filter(({ kind }) => kind === told)
            .flatMap(({ dlpFindings = [] }) => dlpFindings.map(({ type }) => type)),
        );
      expect([toldOf("dlp_masked"), toldOf("dlp_alert")]).toEqual([
        kindsOf("mask"),
        kindsOf("alert"),
      ]);
      expect(notices).toHaveLength(
        Number(kindsOf("mask").size > 0) + Number(kindsOf("alert").size > 0),
      );
    }),
    { numRuns: 200 },
  );
});

test("every count of an answer is told, one notice an action", () => {
  fc.assert(
    fc.property(fc.array(finding, { minLength: 1, maxLength: 12 }), (findings) => {
      const headers = new Headers({ "x-hub-dlp-answer": answerHeader(findings) });
      const notices = noticesOf(new Response(null, { headers }));
      for (const [action, kind] of [
        ["mask", "dlp_answer_masked"],
        ["alert", "dlp_answer_alert"],
      ] as const) {
        const counts = new Map<string, number>();
        for (const one of findings.filter((each) => each.action === action)) {
          counts.set(one.kind, (counts.get(one.kind) ?? 0) + one.count);
        }
        const told = notices.filter((notice) => notice.kind === kind);
        const dlpFindings = [...counts].map(([type, count]) => ({ type, count }));
        expect(told).toEqual(counts.size === 0 ? [] : [{ kind, dlpFindings }]);
      }
    }),
    { numRuns: 200 },
  );
});
