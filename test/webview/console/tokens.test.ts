import { afterEach, beforeEach, expect, test } from "vitest";

import { refusal, secret } from "./fakeAnswers.ts";
import { FakeHub } from "./fakeHub.ts";
import { type OpenConsole, openConsole } from "./openConsole.ts";

let hub: FakeHub;
let opened: OpenConsole | undefined;
beforeEach(async () => {
  hub = await FakeHub.start();
});
afterEach(async () => {
  expect(opened?.problems).toEqual([]);
  await hub.stop();
});

test("a user makes a token, sees its secret once, and copies it", async () => {
  opened = await openConsole({ hub, as: "user" });
  const { page } = opened;
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Name").fill("Laptop");
  await page.getByLabel("Expires").fill("2026-12-31");
  await page.getByRole("button", { name: "Create token" }).click();

  const dialog = page.getByRole("dialog", { name: "Copy your new token" });
  const field = dialog.getByRole("textbox", { name: "Token" });
  await expect.poll(() => field.inputValue()).toBe(secret);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Copy token" }).click();
  await dialog.getByRole("button", { name: "Copied", exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await dialog.getByRole("button", { name: "I have copied it" }).click();

  await page.getByRole("rowheader", { name: "Laptop" }).waitFor();
  // The last second of that day in São Paulo.
  expect(hub.bodiesOf("POST", "me/tokens")).toEqual([
    { name: "Laptop", expires_at: "2027-01-01T02:59:59.000Z" },
  ]);
  expect(await page.content()).not.toContain(secret);
});

test("an administrator says whose a token is, under which profile, and how fast", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/tokens" });
  const { page } = opened;
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Name").fill("Nightly");
  await page.getByLabel("Owner").selectOption({ label: "Bruno Teixeira" });
  const sector = page.getByLabel("Sector");
  await expect
    .poll(() => sector.locator("option:checked").innerText())
    .toBe("Inherited: Engineering");
  await page.getByLabel("Owner").selectOption({ label: "Chen Wei" });
  await expect
    .poll(() => sector.locator("option:checked").innerText())
    .toBe("Inherited: Atendimento ao cliente");
  await page.getByLabel("Owner").selectOption({ label: "Bruno Teixeira" });
  await page.getByLabel("Profile").selectOption({ label: "Services" });
  await page.getByLabel("Requests a minute").fill("1,200");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("dialog", { name: "Copy your new token" }).waitFor();
  expect(hub.bodiesOf("POST", "tokens")).toEqual([
    {
      name: "Nightly",
      expires_at: null,
      user_id: "bruno",
      profile_id: "pro_svc",
      sector_id: null,
      rate_limits: {
        requests_per_minute: 1200,
        tokens_per_minute: null,
        parallel_requests: null,
      },
    },
  ]);
});

test("the list says which profile a token inherits and which was set apart", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/tokens" });
  const { page } = opened;
  const profileOf = (name: string): Promise<string> =>
    page.getByRole("row", { name }).getByRole("cell").nth(2).innerText();
  await page.getByRole("rowheader", { name: "Cursor" }).waitFor();
  expect(await profileOf("Cursor")).toBe("Developers inherited");
  expect(await profileOf("Support bot")).toBe("Services fixed");
});

test("a token is revoked after a question and stays in the list", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/tokens" });
  const { page } = opened;
  await page.getByRole("button", { name: "Revoke Cursor" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke Cursor" });
  expect(hub.seen.some(({ method }) => method === "DELETE")).toBe(false);
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  const row = page.getByRole("row", { name: /Cursor/u });
  await row.getByText("Revoked").waitFor();
  expect(await row.getByRole("button").count()).toBe(0);
  expect(hub.seen.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
    "tokens/tok_c3d4",
  ]);
});

test("what is wrong is said beside its field as one types, and again by the hub", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/tokens" });
  const { page } = opened;
  await page.getByRole("button", { name: "New token" }).click();
  const limit = page.getByLabel("Requests a minute");
  await limit.fill("fast");
  await page.getByText("A whole number, such as 60").waitFor();
  await expect.poll(() => limit.getAttribute("aria-invalid")).toBe("true");
  await limit.fill("60");
  await expect.poll(() => limit.getAttribute("aria-invalid")).toBeNull();

  await page.getByRole("button", { name: "Create token" }).click();
  const name = page.getByLabel("Name");
  await page.getByText("This is needed.").waitFor();
  await expect
    .poll(() => name.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await name.fill("Twice");

  hub.answer("POST tokens", refusal(409, "A token of this name exists.", "name"));
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByText("A token of this name exists.").waitFor();
  await expect.poll(() => name.getAttribute("aria-invalid")).toBe("true");
  hub.answer("POST tokens", refusal(409, "The limits contradict.", "rate_limits[0]"));
  await name.fill("Thrice");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByText("The limits contradict.").waitFor();
});

test("what was typed is given up only when one says so", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/sectors" });
  const { page } = opened;
  await page.getByRole("link", { name: "Tokens" }).click();
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog", { name: "New token" });
  await dialog.getByLabel("Name").fill("Half");
  await page.mouse.click(5, 5);
  await page.keyboard.press("Escape");
  await dialog.getByText("Discard what you typed?").waitFor();
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(() => dialog.getByLabel("Name").inputValue()).toBe("Half");

  await page.goBack();
  const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
  await leaving.getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(() => dialog.getByLabel("Name").inputValue()).toBe("Half");
  expect(new URL(page.url()).pathname).toBe("/hub/console/tokens");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(() =>
      page
        .getByRole("button", { name: "New token" })
        .evaluate((element) => element === document.activeElement),
    )
    .toBe(true);
});
