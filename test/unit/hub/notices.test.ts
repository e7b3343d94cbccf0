import * as fc from "fast-check";
import { expect, test } from "vitest";

import { noticesOf } from "../../../src/hub/wire/notices.ts";
import { dlpHeader } from "../../../src/hubServer/governance/policy/inspection.ts";
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
