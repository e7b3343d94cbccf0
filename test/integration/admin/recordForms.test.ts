import { afterEach, beforeEach, expect, test } from "vitest";

import { AdminServer, profileBody, sectorBody, userBody } from "./adminServer.ts";

let hub: AdminServer;

beforeEach(async () => {
  hub = await AdminServer.start();
});
afterEach(async () => {
  await hub.close();
  expect(hub.errors).toEqual([]);
});

test.each(["\uff42oss@example.org", "bo\u017fs", "bo ss", "b\u200doss", "\u00aa"])(
  "a login with a second spelling or a blank is refused, and the form is named: %j",
  async (login) => {
    const { status, body } = await hub.ask("POST", "/users", { ...userBody, login });
    expect([status, body.error.param]).toEqual([400, "login"]);
    expect(body.error.message).toMatch(
      /user name or an e-mail address, such as "ana@example.com"/u,
    );
  },
);

test("a login that was stored with a blank stays with its user through other changes", async () => {
  await hub.addUser({ id: "user_old", login: "old login" });
  const { status, body } = await hub.ask("PATCH", "/users/user_old", { name: "Old" });
  expect([status, body["login"]]).toEqual([200, "old login"]);
});

test("two profiles or sectors cannot have names that look alike", async () => {
  for (const [path, input] of [
    ["/sectors", sectorBody],
    ["/profiles", profileBody],
  ] as const) {
    expect((await hub.ask("POST", path, input)).status).toBe(201);
    const name = `\uff32${input.name.slice(1)}`;
    expect((await hub.ask("POST", path, { ...input, name })).status).toBe(409);
  }
});

test("an amount is read with a point or a comma, and one that could be two numbers is refused", async () => {
  const budget = { scope: "user", subject_id: "user_admin", unit: "money", warn_at: [] };
  for (const [limit, read] of [
    ["5,50", "5.50"],
    ["5.5", "5.50"],
    ["1,2345", "1.2345"],
    ["1,234", undefined],
    ["1.234,50", undefined],
    ["5,", undefined],
  ]) {
    const { status, body } = await hub.ask("POST", "/budgets", { ...budget, limit });
    expect([limit, status, body["limit"]]).toEqual([limit, read === undefined ? 400 : 201, read]);
    await hub.ask("DELETE", `/budgets/${body.id}`);
  }
});
