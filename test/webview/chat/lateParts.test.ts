import { expect, test } from "vitest";

import { deferred } from "../../support/deferred.ts";
import { answer, readyView, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";

test("a part that does not load says so, is asked for again, and leaves what was typed alone", async () => {
  const missing = "**/ModelPopup*";
  const messages = [userMessage("q", "Question"), answer("a", "Text.", {})];
  const { page } = await openChat({ snapshot: snapshot({ messages }), missing });
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill("my draft");
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor();
  await page.unroute(missing);
  await page.locator(".popup").getByRole("button", { name: "Try again" }).click();
  await page.locator(".popup-search").waitFor();
  await expect.poll(() => field.inputValue()).toBe("my draft");
});

test("a conversation whose code does not load says so beside a composer that works, and comes when asked again", async () => {
  const missing = "**/Conversation*";
  const messages = [userMessage("q", "Question"), answer("a", "Text.", {})];
  const { page } = await openChat({ snapshot: snapshot({ messages }), missing });
  await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor();
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill("my draft");
  await page.unroute(missing);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Question", { exact: true }).waitFor();
  await expect.poll(() => field.inputValue()).toBe("my draft");
});

test("the words about a problem with the hub, if they do not load, leave the ways on", async () => {
  const missing = "**/HubProblemText*";
  const view = { ...readyView, hubProblem: { kind: "refused", host: "hub.example.com" } } as const;
  const { page } = await openChat({ snapshot: snapshot({ view }), missing });
  await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor();
  await page.getByRole("button", { name: "Diagnose…" }).waitFor();
  await page.unroute(missing);
  await page.locator(".notice").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("alert").filter({ hasNotText: "could not be loaded" }).waitFor();
});

test("the way on that comes late has the focus that the message field would have", async () => {
  const arrival = deferred<undefined>();
  const connection = {
    state: "needsToken",
    baseUrl: "https://h.example",
    host: "h.example",
  } as const;
  const { page } = await openChat({
    snapshot: snapshot({ view: { ...readyView, connection } }),
    late: { files: "**/soonParts*", until: arrival.promise },
  });
  await page.locator("section.chat").waitFor();
  expect(await page.getByRole("heading", { level: 2 }).count()).toBe(0);
  arrival.resolve(undefined);
  const button = page.getByRole("button", { name: "Set token", exact: true });
  await button.waitFor();
  await expect.poll(() => button.evaluate((field) => field === document.activeElement)).toBe(true);
});

test("what comes late leaves the message that is being typed alone, and moves none of it", async () => {
  const arrival = deferred<undefined>();
  const { page } = await openChat({
    snapshot: snapshot(),
    late: { files: "**/soonParts*", until: arrival.promise },
  });
  const field = page.getByRole("textbox", { name: "Message" });
  await field.pressSequentially("my dr");
  const before = await field.boundingBox();
  const loaded = page.waitForResponse("**/soonParts*");
  arrival.resolve(undefined);
  await (await loaded).finished();
  await field.pressSequentially("aft");
  expect(await field.inputValue()).toBe("my draft");
  expect(await field.boundingBox()).toEqual(before);
});

test("an answer that comes before the live region's code is told by its end", async () => {
  const arrival = deferred<undefined>();
  const { page } = await openChat({
    snapshot: snapshot(),
    late: { files: "**/soonCode*", until: arrival.promise },
  });
  const host = hostOf(page);
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await host.emit(
    { kind: "userMessageAdded", message: userMessage("q", "Question") },
    { kind: "answerStarted", message: answer("a", "", { state: "streaming" }) },
    { kind: "partDelta", messageId: "a", part: "text", text: "It is **the timer**." },
    { kind: "answerEnded", messageId: "a", state: "complete" },
  );
  await page.getByText("It is the timer.").first().waitFor();
  const status = page.locator(".chat > [role=status]");
  expect(await status.textContent()).toBe("");
  arrival.resolve(undefined);
  await expect.poll(() => status.textContent()).toBe("It is the timer. Answer complete");
});

test.each([
  {
    locale: "en",
    missing: "**/chunks/en-*",
    failed: "A part of the page could not be loaded.",
    again: "Try again",
    edit: "Edit message",
  },
  {
    locale: "pt-br",
    missing: "**/chunks/ptBr-*",
    failed: "Não foi possível carregar uma parte da página.",
    again: "Tentar de novo",
    edit: "Editar mensagem",
  },
] as const)(
  "late texts that do not load are asked for again with the part that needs them: $locale",
  async ({ locale, missing, failed, again, edit }) => {
    const messages = [userMessage("q", "Question"), answer("a", "Text.", {})];
    const { page } = await openChat({ snapshot: snapshot({ messages }), locale, missing });
    await page.locator(".log-frame").getByRole("alert").filter({ hasText: failed }).waitFor();
    await page.getByRole("textbox").fill("my draft");
    await page.unroute(missing);
    await page.locator(".log-frame").getByRole("button", { name: again }).click();
    await page.getByRole("button", { name: edit }).waitFor({ state: "attached" });
    expect(await page.getByRole("textbox").inputValue()).toBe("my draft");
  },
);

test("a model that the organisation has set is named in the list", async () => {
  const view = { ...snapshot().view, isModelLocked: true as const };
  const { page } = await openChat({ snapshot: { ...snapshot(), view } });
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.locator(".popup").getByText("Set by your organisation").waitFor();
});

test("late texts leave the message that is being typed alone, and move none of it", async () => {
  const arrival = deferred<undefined>();
  const { page } = await openChat({
    snapshot: snapshot(),
    late: { files: "**/chunks/en-*", until: arrival.promise },
  });
  const field = page.getByRole("textbox", { name: "Message" });
  await field.pressSequentially("my dr");
  const before = await field.boundingBox();
  arrival.resolve(undefined);
  await field.pressSequentially("aft");
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.locator(".popup-search").waitFor();
  expect(await field.inputValue()).toBe("my draft");
  expect(await field.boundingBox()).toEqual(before);
});
