import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { AuditEvent } from "../../../src/hubServer/store/records.ts";
import { auditEntrySchema } from "../../../src/shared/hubApi/hubReports.ts";
import { AdminServer, startOfTest } from "./adminServer.ts";

let hub: AdminServer;

beforeEach(async () => {
  hub = await AdminServer.start();
});
afterEach(() => hub.close());

const block: AuditEvent = {
  kind: "dlp.block",
  time: startOfTest + 2_000,
  requestId: "req_2",
  tokenId: "tok_1",
  userId: "user_ana",
  profileId: "profile_default",
  sectorId: "sector_default",
  app: "vscode",
  model: "hub-demo",
  format: "openai",
  status: 400,
  findings: [{ kind: "cpf", count: 2, field: "messages.0.content" }],
};

async function writeEvents(): Promise<void> {
  const { audit, ledger } = hub.store;
  await audit.append({ kind: "admin.change", time: startOfTest, detail: { name: "Größe" } });
  await ledger.reserve({
    id: "r1",
    subject: {
      requestId: "req_1",
      tokenId: "tok_2",
      profileId: "profile_default",
      sectorId: "sector_default",
      app: "crm",
      model: "hub-large",
      format: "openai",
    },
    now: startOfTest,
    day: "2026-11-21",
    leaseUntil: startOfTest + 60_000,
    budgets: [],
    rateLimits: {},
    inputTokens: 10,
    outputTokens: 5,
    inputCost: 0,
    perMillionOutput: 0,
  });
  await ledger.settle({
    id: "r1",
    now: startOfTest + 1_000,
    inputTokens: 10,
    cachedTokens: 2,
    cacheWriteTokens: 0,
    outputTokens: 5,
    cost: 1_230,
    usageSource: "upstream",
    outcome: "complete",
    latencyMs: 900,
    status: 200,
  });
  await audit.append(block);
  await audit.append({ kind: "auth.fail", time: startOfTest + 3_000, detail: { attempts: 4 } });
}

async function numbersOf(path: string): Promise<readonly unknown[]> {
  const { status, body } = await hub.ask("GET", path);
  expect(status).toBe(200);
  return body.data.map(({ seq }) => seq);
}

test("an event shows everything that was recorded of it", async () => {
  await writeEvents();
  const { body } = await hub.ask("GET", "/audit?kind=dlp.block");
  const [entry] = body.data;
  expect(auditEntrySchema.parse(entry)).toEqual(entry);
  expect(entry).toMatchObject({
    seq: 3,
    kind: "dlp.block",
    time: "2026-11-21T15:00:02.000Z",
    request_id: "req_2",
    session_id: null,
    run_id: null,
    token_id: "tok_1",
    app: "vscode",
    status: 400,
    cost: null,
    findings: [{ type: "cpf", count: 2, field: "messages.0.content" }],
    detail: {},
  });
});

test.each([
  ["", [4, 3, 2, 1]],
  ["?kind=usage,auth.fail", [4, 2]],
  ["?kind=usage&kind=auth.fail", [4, 2]],
  ["?from=2026-11-21T15:00:01Z&to=2026-11-21T12:00:02-03:00", [3, 2]],
  ["?token_id=tok_2", [2]],
  ["?user_id=user_ana", [3]],
  ["?app=crm", [2]],
  ["?model=hub-demo", [3]],
  ["?text=GRÖSSE", []],
  ["?text=größe", [1]],
  ["?limit=2", [4, 3]],
  ["?limit=2&before=3", [2, 1]],
])("the audit filtered by %j", async (query, expected) => {
  await writeEvents();
  expect(await numbersOf(`/audit${query}`)).toEqual(expected);
});

test("a page says whether there are more, and where they begin", async () => {
  await writeEvents();
  const first = (await hub.ask("GET", "/audit?limit=3")).body;
  expect([first["has_more"], first["next"]]).toEqual([true, "2"]);
  const last = (await hub.ask("GET", "/audit?limit=3&before=2")).body;
  expect([last["has_more"], last["next"], last.data.length]).toEqual([false, null, 1]);
});

test("security events are those that concern security, and can be filtered among these only", async () => {
  await writeEvents();
  expect(await numbersOf("/security-events")).toEqual([4, 3]);
  expect(await numbersOf("/security-events?kind=dlp.block")).toEqual([3]);
  expect((await hub.ask("GET", "/security-events?kind=usage")).status).toBe(400);
});

test.each([
  ["kind=prompt", "kind"],
  ["from=yesterday", "from"],
  ["to=2026-11-21", "to"],
  ["limit=0", "limit"],
  ["limit=501", "limit"],
  ["before=-1", "before"],
  ["before=1e3", "before"],
  [`text=${"x".repeat(201)}`, "text"],
])("a filter that cannot be understood is refused: %s", async (query, param) => {
  const { status, body } = await hub.ask("GET", `/audit?${query}`);
  expect([status, body.error.param]).toEqual([400, param]);
});

test("text with what databases have a meaning for is only text", async () => {
  await hub.store.audit.append({ kind: "admin.change", time: 1, detail: { name: "100%_'\";--" } });
  for (const [text, count] of [
    ["%_'", 1],
    ["%", 1],
    ["1_0", 0],
    ["';", 0],
    ["'\";--", 1],
  ] as const) {
    const found = await numbersOf(`/audit?text=${encodeURIComponent(text)}`);
    expect([text, found.length]).toEqual([text, count]);
  }
});

test("the export is a file of what the filter finds, oldest first, in either form", async () => {
  await writeEvents();
  const csv = await hub.ask("GET", "/audit/export?kind=usage,dlp.block");
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csv.headers.get("content-disposition")).toBe(
    'attachment; filename="ai-hub-audit-2026-11-21.csv"',
  );
  expect(csv.text).toBe("2,usage\n3,dlp.block\n");
  const lines = await hub.ask("GET", "/audit/export?format=jsonl&app=crm");
  expect(lines.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
  expect(lines.text).toBe('{"seq":2,"kind":"usage"}\n');
  expect((await hub.ask("GET", "/audit/export?format=xml")).status).toBe(400);
});

test("an intact chain is told as intact", async () => {
  await writeEvents();
  const { body } = await hub.ask("GET", "/audit/verify");
  const head = await hub.store.audit.head();
  expect(body).toEqual({ is_intact: true, seq: 4, hash: head.hash, events: 4, problem: null });
});

function tamper(sql: string): void {
  const database = new DatabaseSync(join(hub.folder, "hub.db"));
  database.exec(sql);
  database.close();
}

test("an event that was changed in the database is found", async () => {
  await writeEvents();
  await hub.ask("GET", "/audit/verify");
  tamper("UPDATE audit_event SET body = replace(body, 'crm', 'erp') WHERE seq = 2");
  const { body } = await hub.ask("GET", "/audit/verify");
  expect(body).toMatchObject({ is_intact: false, seq: 2 });
});

test("a chain whose end was cut off is intact by itself, and found by the head that was kept outside", async () => {
  await writeEvents();
  await hub.ask("GET", "/audit/verify");
  const file = join(hub.folder, "audit-head.json");
  const kept = readFileSync(file, "utf8");
  expect(JSON.parse(kept)).toEqual(await hub.store.audit.head());
  const [second] = await hub.store.audit.list({ kinds: ["usage"] }, { limit: 1 });
  tamper("DELETE FROM audit_event WHERE seq > 2");
  tamper(`UPDATE audit_head SET seq = 2, hash = '${second?.hash}'`);
  expect(await hub.store.audit.verify()).toMatchObject({ isIntact: true });
  for (let time = 0; time < 2; time += 1) {
    const { body } = await hub.ask("GET", "/audit/verify");
    expect(body).toMatchObject({ is_intact: false });
    expect(String(body["problem"])).toContain("number 4");
    await hub.store.audit.append({ kind: "admin.change", time: startOfTest });
  }
  expect(readFileSync(file, "utf8")).toBe(kept);
});

test("what the retention removes is missed by nobody", async () => {
  await writeEvents();
  await hub.ask("GET", "/audit/verify");
  hub.clock.advance(10_000);
  await hub.store.audit.prune(startOfTest + 9_000);
  const { body } = await hub.ask("GET", "/audit/verify");
  expect(body).toMatchObject({ is_intact: true, events: 1, problem: null });
});

test("a head file that somebody wrote over is not taken for a head", async () => {
  writeFileSync(join(hub.folder, "audit-head.json"), '{"seq":"all"}');
  expect((await hub.ask("GET", "/audit/verify")).status).toBe(500);
  expect(hub.errors).toHaveLength(1);
});
