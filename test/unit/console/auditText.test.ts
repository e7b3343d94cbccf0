import { describe, expect, test } from "vitest";

import { createFormat } from "../../../src/console/app/format.ts";
import type { AuditEntry } from "../../../src/console/data/types.ts";
import {
  detailsOf,
  modelText,
  requestedModels,
  summaryOf,
  whoOf,
} from "../../../src/console/views/parts/auditText.ts";
import type { Names } from "../../../src/console/views/parts/names.ts";
import { en } from "../../../src/console/words/en.ts";
import { ptBr } from "../../../src/console/words/ptBr.ts";
import { entry, securityEntry } from "../../webview/console/auditEntries.ts";

const names: Names = {
  user: (id) => (id === null ? "Nobody" : `Person ${id}`),
  profile: (id) => `Profile ${id}`,
  sector: (id) => `Sector ${id}`,
  token: (id) => `Token ${id}`,
  owner: (id) => (id === "tok_owned" ? "Ana" : undefined),
  subject: ({ subject_id: id }) => `Subject ${id}`,
};
const zone = { timeZone: "America/Sao_Paulo", currency: "BRL" };
const english = { words: en, names, format: createFormat({ locale: "en", ...zone }) };
const portuguese = { words: ptBr, names, format: createFormat({ locale: "pt-BR", ...zone }) };

describe("one line says in words what happened", () => {
  test.each<[Partial<AuditEntry>, string, string]>([
    [
      { kind: "usage", status: 200, latency_ms: 700, detail: { outcome: "complete", day: "x" } },
      "Answered · 700 ms",
      "Respondida · 700 ms",
    ],
    [
      { kind: "usage", status: 502, latency_ms: 4_321, detail: { outcome: "failed" } },
      "Failed · 502 · 4.3 s",
      "Falhou · 502 · 4,3 s",
    ],
    [{ kind: "usage", status: 200, latency_ms: null, detail: {} }, "200", "200"],
    [
      { kind: "stream.abort", detail: { outcome: "client_abort", usageSource: "estimated" } },
      "Stopped by the client",
      "Interrompida pelo cliente",
    ],
    [
      { kind: "policy.deny", detail: { rule: "model", requests: 1 } },
      "Model not allowed",
      "Modelo não permitido",
    ],
    [
      { kind: "rate.limit", detail: { limit: "parallel", amount: 4, requests: 12 } },
      "Limit: requests at once · Allowed: 4 · Requests: 12",
      "Limite: requisições ao mesmo tempo · Permitido: 4 · Requisições: 12",
    ],
    [
      { kind: "auth.fail", detail: { reason: "csrf", attempts: 2 } },
      "Request of another page · Attempts: 2",
      "Requisição de outra página · Tentativas: 2",
    ],
    [
      { kind: "budget.deny", run_id: "run-7", detail: { scope: "run", unit: "money", limit: 1 } },
      "Budget: run-7 (run)",
      "Orçamento: run-7 (execução)",
    ],
    [
      { kind: "budget.threshold", detail: { scope: "sector", subject: "sec_eng", percent: 80 } },
      "Budget: Subject sec_eng (sector) · Used: 80%",
      "Orçamento: Subject sec_eng (setor) · Usado: 80%",
    ],
    [
      { kind: "dlp.alert", findings: [], detail: { action: "mask" } },
      "Action: Mask",
      "Ação: Mascarar",
    ],
    [{ kind: "later.kind", detail: { strange: "word" } }, "strange: word", "strange: word"],
  ])("%j", (change, inEnglish, inPortuguese) => {
    const shown = securityEntry(1, change);
    expect([summaryOf(shown, english), summaryOf(shown, portuguese)]).toEqual([
      inEnglish,
      inPortuguese,
    ]);
  });
});

test("the details name every fact, with amounts in their unit only", () => {
  const detail = {
    scope: "user",
    unit: "money",
    limit: 150_000_000,
    fields: "limit, warn_at, later_field",
    by: "command line",
    budgets: "[]",
  };
  expect(detailsOf(securityEntry(1, { user_id: "bruno", detail }), english)).toEqual([
    ["Budget", "Subject bruno (user)"],
    ["Counts", "money"],
    ["Limit", "R$150.00"],
    ["Changed", "limit, warnings, and later_field"],
    ["By", "the command line"],
  ]);
  expect(detailsOf(securityEntry(1, { detail: { limit: 150_000_000 } }), english)).toEqual([]);
});

test("a request that went in house names the requested model on each of its entries, and once in the details", () => {
  const routed = {
    request_id: "req_1",
    model: "llama",
    detail: { action: "route", asked: "big" },
  } as const;
  const alert = securityEntry(1, { kind: "dlp.alert", ...routed });
  const trial = securityEntry(2, { kind: "dlp.alert", request_id: "req_1", model: "big" });
  const usage = entry(3, { request_id: "req_1", model: "llama" });
  const other = entry(4, { request_id: "req_2", model: "llama" });
  const none = securityEntry(5, { request_id: null, model: null });
  const all = [alert, trial, usage, other, none];
  const texts = (words: typeof en): readonly string[] =>
    all.map((each) => modelText(each, requestedModels(all), words));
  const inEnglish = "asked: big → in house: llama";
  const inPortuguese = "pedido: big → interno: llama";
  expect(texts(en)).toEqual([inEnglish, "big", inEnglish, "llama", ""]);
  expect(texts(ptBr)).toEqual([inPortuguese, "big", inPortuguese, "llama", ""]);
  expect([summaryOf(alert, english), detailsOf(alert, english)]).toEqual([
    "Action: Send to a model in house",
    [["Action", "Send to a model in house"]],
  ]);
});

test("who is the person, else the token's owner, else the token", () => {
  expect([
    whoIn({ user_id: "ana", token_id: "tok_owned" }),
    whoIn({ user_id: null, token_id: "tok_owned" }),
    whoIn({ user_id: null, token_id: "tok_bot" }),
    whoIn({ user_id: null, token_id: null }),
  ]).toEqual([
    { name: "Person ana", isToken: false },
    { name: "Ana", isToken: false },
    { name: "Token tok_bot", isToken: true },
    { name: "", isToken: false },
  ]);
});

function whoIn(change: Partial<AuditEntry>): ReturnType<typeof whoOf> {
  return whoOf(entry(1, change), names);
}
