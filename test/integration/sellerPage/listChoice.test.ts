import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { startSandbox } from "../../../src/sellerServer/startSandbox.ts";
import { systemClock } from "../../../src/shared/clock.ts";
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
