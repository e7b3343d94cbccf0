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
