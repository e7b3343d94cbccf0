import { expect, test } from "vitest";

import { exportCsv, exportJsonLines } from "../../../../src/hubServer/store/auditExport.ts";
import type { AuditRecord } from "../../../../src/hubServer/store/records.ts";
import { localTime } from "../../../../src/hubServer/values/calendar.ts";

const record: AuditRecord = {
  kind: "usage",
  time: Date.UTC(2026, 10, 21, 12),
  seq: 7,
  prevHash: "aa",
  hash: "bb",
};

async function* each(...records: readonly AuditRecord[]): AsyncGenerator<AuditRecord> {
  await Promise.resolve();
  yield* records;
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) {
    text += piece;
  }
  return text;
}

const inBrasilia = (time: number): string => localTime(time, "America/Sao_Paulo");

async function csvCellOfApp(app: string): Promise<string> {
  const csv = await textOf(exportCsv(each({ ...record, app }), inBrasilia));
  const [header = ""] = csv.split("\r\n");
  const before = `7,2026-11-21T09:00:00-03:00,usage,${",".repeat(7)}`;
  const after = `${",".repeat(11)}aa,bb\r\n`;
  const row = csv.slice(header.length + 2);
  expect(row.startsWith(before) && row.endsWith(after)).toBe(true);
  return row.slice(before.length, -after.length);
}

test("the CSV has a header, and a row for each record with every field it has", async () => {
  const csv = await textOf(
    exportCsv(
      each({ ...record, findings: [{ kind: "cpf", count: 2, field: "messages" }], cost: 0 }),
      inBrasilia,
    ),
  );

  expect(csv).toBe(
    "seq,time,kind,requestId,sessionId,runId,tokenId,userId,profileId,sectorId,app,model,format,status," +
      "inputTokens,cachedTokens,outputTokens,cost,latencyMs,findings,detail,prevHash,hash\r\n" +
      "7,2026-11-21T09:00:00-03:00,usage,,,,,,,,,,,,,,,0,," +
      '"[{""kind"":""cpf"",""count"":2,""field"":""messages""}]",,aa,bb\r\n',
  );
});

test.each([
  ["a,b", '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ["two\r\nlines", '"two\r\nlines"'],
  ["two\nlines", '"two\nlines"'],
  ["ação 👩‍💻", "ação 👩‍💻"],
])("%j is a cell of its own", async (app, cell) => {
  expect(await csvCellOfApp(app)).toBe(cell);
});

test.each([
  ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
  ["+1+1", "'+1+1"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", '"\'\r=1"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ["a=b", "a=b"],
])("a spreadsheet computes nothing from %j", async (app, cell) => {
  expect(await csvCellOfApp(app)).toBe(cell);
});

test("JSON Lines have every record whole, one a line", async () => {
  const records = [{ ...record, app: "a\nb\u2028c" }, record];

  const text = await textOf(exportJsonLines(each(...records)));

  expect(text.endsWith("\n")).toBe(true);
  const lines = text.trimEnd().split("\n");
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(records);
});

test("an audit without events is a header, or nothing", async () => {
  expect((await textOf(exportCsv(each(), inBrasilia))).split("\r\n")).toHaveLength(2);
  expect(await textOf(exportJsonLines(each()))).toBe("");
});
