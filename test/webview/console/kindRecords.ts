import type { OwnKind } from "../../../src/console/data/types.ts";

/** A kind with a pattern, and one with terms that is on trial. */
export function ownKinds(): OwnKind[] {
  return [
    kind({}),
    kind({
      id: "kind_project",
      placeholder: "PROJECT",
      labels: { en: "Project name", "pt-br": "Nome de projeto" },
      pattern: null,
      terms: 1840,
      acts_from: "2030-01-15T02:59:59.999Z",
    }),
  ];
}

function kind(change: Partial<OwnKind>): OwnKind {
  return {
    id: "kind_employee",
    placeholder: "EMPLOYEE",
    labels: { en: "Employee number", "pt-br": "Matrícula" },
    pattern: String.raw`EMP-\d{5}`,
    case_sensitive: false,
    near: [],
    excuse: [],
    check_digit: null,
    check_weights: null,
    check_modulus: null,
    action: "mask",
    profiles: [{ profile_id: "pro_svc", action: "block" }],
    acts_from: null,
    is_active: true,
    terms: 0,
    created_at: "2026-03-02T12:00:00Z",
    source: "record",
    ...change,
  };
}
