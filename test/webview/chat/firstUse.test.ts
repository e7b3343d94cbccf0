import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import type { Connection } from "../../../src/shared/calls/protocol.ts";
import {
  answer,
  attachment,
  readyView,
  snapshot,
  userMessage,
} from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";

interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
}

async function open(connection: Connection, more: Partial<OpenOptions> = {}): Promise<Opened> {
  const view = { ...readyView, connection };
  const { page } = await openChat({ snapshot: snapshot({ view }), ...more });
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  return { page, host: hostOf(page) };
}

const address = (page: Page) => page.getByRole("textbox", { name: "Hub address" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("without an address", () => {
  test("the page offers to try it without a hub", async () => {
    const { page, host } = await open({ state: "needsBaseUrl" });
    expect(await page.getByRole("alert").count()).toBe(0);
    await button(page, "Try it without a hub").click();
    await expect.poll(() => host.calls("startLocalHub")).toEqual([{}]);
    await host.setView(readyView);
    await page.getByRole("heading", { name: "What are you working on?" }).waitFor();
  });

  test("an address is given to the host", async () => {
    const { page, host } = await open({ state: "needsBaseUrl" });
    await address(page).fill("hub.example.com");
    await address(page).press("Enter");
    await expect.poll(() => host.calls("setBaseUrl")).toEqual([{ value: "hub.example.com" }]);
  });

  test.each([
    ["notAUrl", "This is not an address"],
    ["unsupportedScheme", "must begin with https://"],
    ["insecureHttp", "Plain http is for this machine only"],
    ["credentials", "Leave user name and password out"],
    ["whitespace", "There is a space"],
    ["query", "Leave out what follows"],
    ["fragment", "Leave out what follows"],
    ["somethingNew", "This address cannot be used."],
  ])("an address refused as %s stays in its field with the reason", async (reason, words) => {
    const { page } = await open(
      { state: "needsBaseUrl" },
      { results: { setBaseUrl: { ok: false, reason } } },
    );
    await address(page).fill("bad address");
    await button(page, "Connect").click();
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
    await expect.poll(() => address(page).inputValue()).toBe("bad address");
    await expect.poll(() => address(page).getAttribute("aria-invalid")).toBe("true");
  });

  test("an empty address is refused without asking the host", async () => {
    const { page, host } = await open({ state: "needsBaseUrl" });
    await button(page, "Connect").click();
    await page.getByRole("alert").filter({ hasText: "Enter the address of your hub." }).waitFor();
    expect(await host.calls("setBaseUrl")).toEqual([]);
  });

  test("what was added to the context already can be seen and removed", async () => {
    const view = {
      ...readyView,
      connection: { state: "needsBaseUrl" },
      attachments: [attachment("a1")],
    } as const;
    const { page } = await open(
      { state: "needsBaseUrl" },
      { snapshot: snapshot({ view: { ...view, attachments: [...view.attachments] } }) },
    );
    await button(page, "Remove retry.ts").waitFor();
  });
});

test("without a token the page names the hub and asks for it", async () => {
  const { page, host } = await open({
    state: "needsToken",
    baseUrl: "https://hub.example.com",
    host: "hub.example.com",
  });
  await page.getByText("hub.example.com needs your token.").waitFor();
  await button(page, "Set token").click();
  await expect.poll(() => host.calls("setToken")).toEqual([{}]);
  await button(page, "Change address").click();
  await expect.poll(() => address(page).inputValue()).toBe("https://hub.example.com");
});

test("a hub with a sign-in offers it first, and a token as well", async () => {
  const connection = {
    state: "needsToken",
    baseUrl: "https://hub.example.com",
    host: "hub.example.com",
  } as const;
  const { page, host } = await open(connection, {
    snapshot: snapshot({ view: { ...readyView, connection, canSignIn: true } }),
  });
  await page.getByText("Sign in to hub.example.com with your account.").waitFor();
  await button(page, "Sign in").click();
  await expect.poll(() => host.calls("signIn")).toEqual([{}]);
  await button(page, "Set token").click();
  await expect.poll(() => host.calls("setToken")).toEqual([{}]);
});

test("an address that cannot be used is shown with the reason", async () => {
  const { page } = await open({
    state: "badBaseUrl",
    value: "ftp://x",
    reason: "unsupportedScheme",
  });
  await expect.poll(() => address(page).inputValue()).toBe("ftp://x");
  await page.getByRole("alert").filter({ hasText: "must begin with https://" }).waitFor();
});

describe("a hub that does not answer", () => {
  const hubProblem = { kind: "refused", host: "hub.example.com" } as const;
  const needsToken = {
    state: "needsToken",
    baseUrl: "https://hub.example.com",
    host: "hub.example.com",
  } as const;

  test.each([needsToken, readyView.connection])(
    "is said, with the ways on, instead of asking for a token or being connected ($state)",
    async (connection) => {
      const shown = snapshot({ view: { ...readyView, connection, hubProblem } });
      const { page, host } = await open(connection, { snapshot: shown });
      await page
        .getByRole("alert")
        .filter({ hasText: "hub.example.com does not accept connections." })
        .waitFor();
      expect(await page.getByText(/Connected to|needs your token/u).count()).toBe(0);
      await button(page, "Try again").click();
      await button(page, "Diagnose…").click();
      await button(page, "Change address").click();
      for (const call of ["checkHub", "diagnose", "changeAddress"] as const) {
        await expect.poll(() => host.calls(call)).toEqual([{}]);
      }
    },
  );

  test("a hub that does not answer is named below the conversation, with the ways on", async () => {
    const { page, host } = await open(readyView.connection, {
      snapshot: snapshot({ messages: [userMessage("m1", "Question"), answer("m2", "Some text.")] }),
    });
    await host.setView({ hubProblem: { kind: "dns", host: "hub.example.com" } });
    await page.getByRole("alert").filter({ hasText: "was not found on the network" }).waitFor();
    await button(page, "Try again").click();
    await expect.poll(() => host.calls("checkHub")).toEqual([{}]);
    await button(page, "Change address").click();
    await expect.poll(() => host.calls("changeAddress")).toEqual([{}]);
  });

  test("a refused token offers another one first", async () => {
    const { connection } = readyView;
    const shown = snapshot({
      view: { ...readyView, connection, hubProblem: { kind: "auth_invalid" } },
    });
    const { page, host } = await open(connection, { snapshot: shown });
    await button(page, "Update token").click();
    await expect.poll(() => host.calls("setToken")).toEqual([{}]);
  });

  test("nothing is said to be connected before the hub has answered", async () => {
    const { page, host } = await open(readyView.connection, {
      snapshot: snapshot({ view: { ...readyView, isHubAwaited: true } }),
    });
    await page.getByText("Connecting…").waitFor();
    expect(await page.getByText("Connected to").count()).toBe(0);
    await host.show(snapshot());
    await page.getByText("Connected to hub.example.com").waitFor();
  });
});

describe("ready and empty", () => {
  test("a suggestion fills the composer and sends nothing", async () => {
    const { page, host } = await open(readyView.connection);
    await page.getByRole("list", { name: "Suggestions" }).getByRole("button").first().click();
    const message = page.getByRole("textbox", { name: "Message" });
    await expect.poll(() => message.inputValue()).toBe("Explain what this code does, step by step");
    await expect
      .poll(() => message.evaluate((field) => field === document.activeElement))
      .toBe(true);
    expect(await host.calls("sendMessage")).toEqual([]);
  });

  test("a token that the editor could not keep is mentioned", async () => {
    const { page } = await open({
      state: "ready",
      baseUrl: "https://hub.example.com",
      host: "hub.example.com",
      isLocal: false,
      tokenIsKept: false,
    });
    await page.getByText("It works until the editor closes.").waitFor();
  });

  test("the local hub is called what it is", async () => {
    const { page } = await open({
      state: "ready",
      baseUrl: "http://127.0.0.1:8787",
      host: "127.0.0.1:8787",
      isLocal: true,
      tokenIsKept: true,
    });
    await page.getByText("You are using the local hub on this machine.").waitFor();
  });
});
