import type { AuditEntry } from "../../../src/console/data/types.ts";

/** The time by which all of it is told: noon in São Paulo. */
export const now = Date.parse("2026-11-21T15:00:00Z");

const apps = ["vscode", "ci-review", "support-bot"];
const models = ["gpt-x-large", "claude-y", "qwen-coder:7b"];

/** An event of the audit; usage unless it says otherwise. */
export function entry(seq: number, change: Partial<AuditEntry> = {}): AuditEntry {
  const input = 400 + ((seq * 7919) % 9000);
  const output = 40 + ((seq * 104_729) % 1200);
  return {
    seq,
    kind: "usage",
    time: new Date(now - (400 - seq) * 3_840_000).toISOString(),
    request_id: `req_${seq.toString(36).padStart(6, "0")}`,
    session_id: null,
    run_id: null,
    token_id: ["tok_a1b2", "tok_c3d4", "tok_e5f6"][seq % 3] ?? null,
    user_id: ["ana", "bruno", null][seq % 3] ?? null,
    profile_id: "pro_dev",
    sector_id: ["sec_eng", "sec_eng", "sec_sup"][seq % 3] ?? null,
    app: apps[seq % apps.length] ?? null,
    model: models[(seq * 5) % models.length] ?? null,
    format: "openai",
    status: 200,
    input_tokens: input,
    cached_tokens: 0,
    output_tokens: output,
    cost: (input * 0.000_125 + output * 0.0005).toFixed(6),
    latency_ms: 300 + ((seq * 31) % 4000),
    findings: [],
    detail: { outcome: "complete", usageSource: "upstream", day: "2026-11-21" },
    prev_hash: hashOf(seq - 1),
    hash: hashOf(seq),
    ...change,
  };
}

const bare = { input_tokens: null, cached_tokens: null, output_tokens: null, cost: null } as const;

/** An event that served nothing. */
export function securityEntry(seq: number, change: Partial<AuditEntry>): AuditEntry {
  return entry(seq, { ...bare, latency_ms: null, status: 403, detail: {}, ...change });
}

function hashOf(seq: number): string {
  return (seq * 2_654_435_761).toString(16).padStart(16, "0").slice(-16).repeat(4);
}

/** Four hundred entries, newest first, with one of each kind of refusal among them. */
export function auditEntries(): AuditEntry[] {
  const all = Array.from({ length: 400 }, (_, index) => entry(index + 1));
  const events: readonly (readonly [number, Partial<AuditEntry>])[] = [
    [
      398,
      { kind: "dlp.block", findings: [{ type: "card", count: 2, field: "messages[1].content" }] },
    ],
    [
      395,
      {
        kind: "budget.threshold",
        status: null,
        user_id: null,
        token_id: null,
        sector_id: "sec_eng",
        app: null,
        model: null,
        detail: {
          budget: "bud_1",
          scope: "sector",
          subject: "sec_eng",
          period: "2026-11",
          percent: 80,
          unit: "money",
          limit: 2_000_000_000,
          spent: 1_600_000_000,
        },
      },
    ],
    [
      391,
      { kind: "rate.limit", status: 429, detail: { limit: "requests", amount: 60, requests: 12 } },
    ],
    [
      388,
      {
        // A request of Bruno's run that went to the model in house.
        kind: "dlp.alert",
        request_id: entry(394).request_id,
        run_id: "run-6c21",
        app: "vscode",
        findings: [{ type: "email", count: 1, field: "messages[0].content" }],
        detail: { action: "route", asked: "gpt-x-large" },
      },
    ],
    [380, { kind: "policy.deny", detail: { rule: "model", requests: 1 } }],
    [
      371,
      {
        kind: "auth.fail",
        status: null,
        user_id: null,
        token_id: "tok_i9j0",
        app: null,
        model: null,
        detail: { reason: "revoked", attempts: 3 },
      },
    ],
    [
      360,
      {
        kind: "stream.abort",
        status: 499,
        detail: { outcome: "client_abort", usageSource: "estimated" },
      },
    ],
    [
      350,
      {
        kind: "token.create",
        status: null,
        model: null,
        detail: { action: "create", object: "token", name: "CI" },
      },
    ],
  ];
  for (const seq of [394, 397, 400]) {
    // Bruno's requests of one run.
    all[seq - 1] = entry(seq, { run_id: "run-6c21", app: "vscode" });
  }
  for (const [seq, change] of events) {
    all[seq - 1] = securityEntry(seq, change);
  }
  return all.toReversed();
}
