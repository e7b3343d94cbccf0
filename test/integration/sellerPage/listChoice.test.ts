import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { systemClock } from "../../../src/shared/base/clock.ts";
import { startSandbox } from "../../support/sandboxServer.ts";
import { SellerLab } from "./sellerLab.ts";

test("a list that nobody recognises is shown as it came, and its place can be chosen", async () => {
  const portal = await startSandbox({
    clock: systemClock,
    random: randomBytes,
    port: 0,
    hasShapes: true,
  });
  try {
    await using lab = await SellerLab.start({ portal, baseUrl: `${portal.url}/shapes/foreign` });
    const view = await lab.page.openList({ list: "listStock", refresh: false });
    expect(view).toMatchObject({ ok: false, message: "unreadable", canChoose: true });
    expect(view.ok ? "" : view.answer).toContain("bloco");
  } finally {
    await portal.close();
  }
});

test("a text whose letters a wrong charset lost has a warning before it is written back", async () => {
  const portal = await startSandbox({
    clock: systemClock,
    random: randomBytes,
    port: 0,
    hasShapes: true,
  });
  try {
    const baseUrl = `${portal.url}/shapes/bytes-wrong`;
    await using lab = await SellerLab.start({ portal, baseUrl });
    await lab.page.openList({ list: "listProducts", refresh: false });
    const query = { list: "listProducts", search: "\uFFFD", isDescending: false } as const;
    const { values } = await lab.page.openForm({ call: "saveProduct", row: { query, index: 0 } });
    expect(values["descricao"]).toContain("\uFFFD");
    const planned = await lab.page.planWrite({ call: "saveProduct", values });
    const warnings = planned.ok ? planned.plan.warnings.map(({ text }) => text) : [];
    expect(warnings.join(" ")).toContain("\uFFFD");
    expect(lab.writes).toEqual([]);
  } finally {
    await portal.close();
  }
});

test("a list that was recognised can be said to be another, from its line and from its answer", async () => {
  await using lab = await SellerLab.start();
  const list = "listStock";
  const view = await lab.page.openList({ list, refresh: false });
  expect(view).toMatchObject({ ok: true, canChoose: true });
  expect(view).not.toHaveProperty("isChosen");
  const source = { kind: "list", list } as const;
  expect(await lab.page.showExchange({ source })).toMatchObject({ ok: true, list });
  await lab.page.forgetListChoice({ list });
  expect(lab.forgotten).toEqual([list]);
});

test("a choice can be forgotten also where the portal cannot be reached; no place is looked for there", async () => {
  const lists = { listStock: { path: ["bloco"], fields: {} } };
  await using lab = await SellerLab.start({ lists });
  lab.intercept = () => Promise.reject(new TypeError("fetch failed"));
  const view = await lab.page.openList({ list: "listStock", refresh: false });
  expect(view).toMatchObject({ ok: false, isChosen: true });
  expect(view).not.toHaveProperty("canChoose");
});
