import { afterEach, beforeEach, expect, test } from "vitest";

import { adminToken, password, refusal } from "./fakeAnswers.ts";
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

test("a password lets a user in, to what is theirs and nothing else", async () => {
  opened = await openConsole({ hub });
  const { page } = opened;
  await page.getByLabel("User name").fill("bruno@acme.example");
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("User name or password is wrong.").waitFor();
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { name: "Tokens", level: 1 }).waitFor();
  const rail = page.getByRole("navigation", { name: "Views" });
  await expect
    .poll(() => rail.getByRole("link").allTextContents())
    .toEqual(["Tokens", "Usage", "Runs", "Budgets", "Help"]);
  // The rows come after the heading.
  await expect
    .poll(() => page.getByRole("rowheader").allTextContents())
    .toEqual(["Visual Studio Code on bruno-notebook device · ai-hub-vscode", "Cursor"]);
  const asked = hub.seen.map(({ path }) => path);
  expect(asked.filter((path) => !/^(?:session|sign-in-options|me\/)/u.test(path))).toEqual([]);
});

test("the administrator's token lets in and is kept nowhere", async () => {
  opened = await openConsole({ hub });
  const { page } = opened;
  await page.getByRole("button", { name: "Use the administrator’s token" }).click();
  const field = page.getByLabel("Administrator’s token");
  await expect.poll(() => field.getAttribute("autocomplete")).toBe("off");
  await field.fill(adminToken);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const kept = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
    ]),
  );
  expect(kept).not.toContain(adminToken);
  expect(kept).not.toContain("ai_hub_session");
  expect(await page.content()).not.toContain(adminToken);
});

test("the organisation's sign-in is offered, at the hub's own address only", async () => {
  opened = await openConsole({ hub });
  const link = opened.page.getByRole("link", { name: "Sign in with ACME" });
  await expect
    .poll(() => link.getAttribute("href"))
    .toBe(`${hub.origin}/hub/admin/v1/openid/start`);
  const body = {
    password: false,
    admin_token: true,
    openid: { name: "Evil", url: "javascript:alert(1)" },
  };
  hub.answer("GET sign-in-options", { status: 200, body });
  await opened.page.reload();
  await opened.page.getByLabel("Administrator’s token").waitFor();
  expect(await opened.page.getByRole("link").count()).toBe(0);
});

test("who comes back from the organisation's sign-in without a session is told why, in words of the page", async () => {
  opened = await openConsole({ hub, path: "?sign_in=refused" });
  await opened.page.getByRole("alert").getByText("this hub has no account for you").waitFor();
  await opened.page.goto(`${hub.origin}/hub/console?sign_in=<b>anything</b>`);
  await opened.page.getByLabel("User name").waitFor();
  expect(await opened.page.getByRole("alert").count()).toBe(0);
});

test("a session that ends asks to sign in again, and nothing typed is lost", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/sectors" });
  const { page } = opened;
  await page.getByRole("button", { name: "New sector" }).click();
  await page.getByLabel("Name").fill("Logistics");
  hub.endSessions();
  await page.getByRole("button", { name: "Create sector" }).click();

  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await again.getByRole("button", { name: "Use the administrator’s token" }).click();
  await again.getByLabel("Administrator’s token").fill(adminToken);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.waitFor({ state: "detached" });

  await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Logistics");
  await page.getByRole("button", { name: "Create sector" }).click();
  await page.getByRole("rowheader", { name: "Logistics" }).waitFor();
});

test("a reload stays signed in; on the loopback another tab, which has the cookie alone, does not", async () => {
  opened = await openConsole({ hub });
  const { page } = opened;
  await page.getByLabel("User name").fill("bruno@acme.example");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  const tokens = page.getByRole("heading", { name: "Tokens", level: 1 });
  await tokens.waitFor();
  await page.reload();
  await tokens.waitFor();
  // What the first page still asks for would count as the other tab's.
  await page.getByRole("rowheader", { name: "Cursor" }).waitFor();
  const seen = hub.seen.length;
  const tab = await page.context().newPage();
  await tab.goto(`${hub.origin}/hub/console`);
  await tab.getByLabel("Password").waitFor();
  expect(hub.seen.slice(seen).map(({ path }) => path)).toEqual(["sign-in-options"]);
});

test("what the organisation's sign-in brings for the page does not stay in the address", async () => {
  opened = await openConsole({ hub, path: `#page=page_${"a".repeat(38)}`, isOwn: true });
  await opened.page.getByLabel("Password").waitFor();
  expect(opened.page.url()).toBe(`${hub.origin}/hub/console`);
  expect(await opened.page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
});

test("signing out leaves the page and the session", async () => {
  opened = await openConsole({ hub, as: "admin" });
  const { page } = opened;
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("User name").waitFor();
  expect(hub.state.sessions.size).toBe(0);
});

test("a view of administrators is told to be so, and an unknown address too", async () => {
  opened = await openConsole({ hub, as: "user", path: "/audit" });
  await opened.page.getByRole("heading", { name: "Not for you to see" }).waitFor();
  await opened.page.goto(`${hub.origin}/hub/console/nothing`);
  await opened.page.getByRole("heading", { name: "No such view" }).waitFor();
  await opened.page.getByRole("link", { name: "Go to Tokens" }).click();
  await opened.page.getByRole("rowheader", { name: "Cursor" }).waitFor();
});

test("a hub that fails, lies or is away is told in words, and asked again on demand", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/profiles" });
  const { page } = opened;
  const retry = page.getByRole("button", { name: "Try again" });
  await page.getByRole("rowheader", { name: "Developers" }).waitFor();
  for (const [answer, words] of [
    [refusal(503, "database is locked"), "The hub could not do this now."],
    [
      { status: 200, body: { object: "list", data: [{ id: 1 }], has_more: false, next: null } },
      "could not be understood",
    ],
    [{ status: 502, text: "<html>Bad gateway</html>" }, "The hub could not do this now."],
    [refusal(403, "no"), "You may not do this."],
  ] as const) {
    hub.answer("GET profiles", answer);
    await page.reload();
    await page.getByRole("alert").getByText(words).waitFor();
  }
  hub.answer("GET profiles", undefined);
  await retry.click();
  await page.getByRole("rowheader", { name: "Developers" }).waitFor();

  await page.context().setOffline(true);
  await page.getByText("No network.").waitFor();
  await page.getByRole("link", { name: "Sectors" }).click();
  await page.getByRole("alert").waitFor();
  await page.context().setOffline(false);
  await retry.click();
});

test("a zone and a currency that the browser does not know leave the page usable", async () => {
  const session = {
    user: { id: "ana", name: "Ana", login: "ana", role: "admin", profile: null, sector: null },
    csrf_token: "csrf-ana",
    currency: "1/2",
    time_zone: "Mars/Olympus",
    version: "0.1.0",
  };
  hub.answer("GET session", { status: 200, body: session });
  opened = await openConsole({ hub, as: "admin", path: "/budgets" });
  await opened.page.getByRole("rowheader", { name: "Engineering" }).waitFor();
});

test("a device is approved after the person has signed in, and its code is not asked again", async () => {
  opened = await openConsole({ hub, path: "/device?code=WDJB-MJHT" });
  const { page } = opened;
  await page.getByLabel("User name").fill("bruno@acme.example");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByText("Does your device show this code?").waitFor();
  await page.getByText("Visual Studio Code on bruno-notebook").waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Your device is signed in.").waitFor();
  expect(hub.seen.at(-1)).toMatchObject({ method: "POST", body: { is_approved: true } });
  await page.getByRole("button", { name: "Go to Tokens" }).click();
  await page.getByRole("heading", { name: "Tokens", level: 1 }).waitFor();
});

test("a code that no device shows is refused with words, and another can be typed", async () => {
  opened = await openConsole({ hub, path: "/device", as: "user" });
  const { page } = opened;
  await page.getByLabel("Code").fill("<b>XXXX");
  await page.keyboard.press("Enter");
  await page.getByText("No device waits with the code <b>XXXX.").waitFor();
  await page.getByRole("button", { name: "Type another code" }).click();
  await page.getByLabel("Code").fill("WDJB-MJHT");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Refuse" }).click();
  await page.getByText("The device was refused.").waitFor();
});
