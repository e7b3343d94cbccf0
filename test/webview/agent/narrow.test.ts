import type { Locator } from "playwright-core";
import { expect, test } from "vitest";

import { applyTheme } from "../../support/fakeHost/looks.ts";
import { answered, openPage } from "../turns/turnsPage.ts";
import { call, card, changes, commandCard, run } from "./agentScenes.ts";
import { cardOf, openAgent, openCard, waiting } from "./openAgent.ts";

const narrow = { width: 280, locale: "pt-br" } as const;

/** How much wider the text of an element is than the element, in CSS pixels. */
const cutOff = (one: Locator): Promise<number> =>
  one.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getBoundingClientRect().right - element.getBoundingClientRect().right;
  });

const tops = (all: Locator): Promise<number[]> =>
  all.evaluateAll((elements) =>
    elements.map((element) => Math.round(element.getBoundingClientRect().top)),
  );

test("in Portuguese and 280 px a run that waits says so in full, and its facts break between them", async () => {
  const asks = { ...run, state: "waiting", doing: { kind: "person" } } as const;
  const { page } = await openAgent({ agent: { run: asks }, ...narrow });
  const act = page.locator(".run .run-act");
  await expect.poll(() => act.innerText()).toBe("Aguardando você");
  expect(await cutOff(act)).toBeLessThanOrEqual(0);
  await expect
    .poll(() => page.locator(".run-facts").textContent())
    .toMatch(/^Passo\u00a04 · US\$\u00a00,12$/u);
});

test("the buttons of a changed file stay beside its path in 280 px", async () => {
  const { page } = await openAgent({
    message: { state: "complete" },
    agent: { changes },
    ...narrow,
  });
  await page.getByRole("button", { name: /3 arquivos alterados/u }).click();
  const rows = page.locator(".changes-file[data-change=open]");
  await expect.poll(() => rows.count()).toBe(2);
  const inRow = (selector: string) => tops(rows.locator(selector));
  const [paths, buttons] = [await inRow(".changes-path"), await inRow(".row-buttons")];
  expect(paths.map((top, at) => Math.abs(top - (buttons[at] ?? 0)) < 12)).toEqual([true, true]);
});

test.each([280, 400])(
  "a call with an unknown outcome keeps its name beside the sentence in %d px",
  async (width) => {
    const part = call("seller_update_stock", {}, { state: "unknown", result: undefined });
    const { page } = await openAgent({ parts: [part], ...narrow, width });
    const line = page.locator(".tool-call .disclosure");
    await line.getByText("Resultado desconhecido: verifique antes de tentar de novo").waitFor();
    const title = line.locator(".tool-title");
    expect(await title.evaluate((one) => one.clientWidth)).toBeGreaterThan(80);
    expect(await cutOff(line)).toBeLessThanOrEqual(0);
  },
);

test("in 400 px what became of a call with a short name is one line", async () => {
  const part = call("read_file", {}, { state: "waiting", result: undefined });
  const agent = { cards: [card(part.callId)] };
  const { page } = await openAgent({ parts: [part], agent, ...narrow, width: 400 });
  const state = page.locator(".tool-call .tool-state");
  await expect.poll(() => state.innerText()).toContain("Espera por você");
  expect(await state.evaluate((one) => one.clientHeight)).toBeLessThan(24);
});

test("in 280 px what became of a call stands at the end of its line, apart from a short name", async () => {
  const part = call("read_file", {}, { state: "refused" });
  const { page } = await openAgent({ parts: [part], ...narrow });
  const line = page.locator(".tool-call .disclosure");
  const edges = await line.evaluate((element) => {
    const [title, state] = [".tool-title", ".tool-state"].map((selector) =>
      element.querySelector(selector)?.getBoundingClientRect(),
    );
    return [(state?.left ?? 0) - (title?.right ?? 0), innerWidth - (state?.right ?? 0)];
  });
  expect(edges[0]).toBeGreaterThan(40);
  expect(edges[1]).toBeLessThan(32);
});

test("in Portuguese and 280 px the beginning of a command in the background is seen", async () => {
  const { page } = await openAgent({
    message: { state: "complete" },
    agent: { background: [{ callId: "call-9", command: "npm run dev -- --host" }] },
    ...narrow,
  });
  const line = page.getByRole("group", { name: "Comandos em segundo plano" }).locator(".run-act");
  await line.waitFor();
  const seen = await line.evaluate((element) => {
    const command = element.querySelector(".act-subject")?.getBoundingClientRect();
    return element.getBoundingClientRect().right - (command?.left ?? 0);
  });
  expect(seen).toBeGreaterThan(64);
});

test("the icon of a card stands beside the first line of a long name", async () => {
  const { page } = await openCard(
    (id) => card(id, { kind: "delete", paths: ["src/timers/oldRetryOfTheShop.ts"], detail: "" }),
    call("delete_file", {}, waiting),
    narrow,
  );
  const head = cardOf(page, "delete").locator(".approval-head");
  const [icon = 0, name = 0] = await tops(head.locator("> *"));
  expect(await head.evaluate((one) => one.clientHeight)).toBeGreaterThan(30);
  expect(icon - name).toBeLessThan(6);
});

test("the footer of an answer is one line in 280 px", async () => {
  const { page } = await openPage({ snapshot: answered, ...narrow });
  const article = page.getByRole("article", { name: "gpt-x-large" });
  await article.hover();
  const buttons = article.locator(".on-hover button");
  await expect.poll(() => buttons.count()).toBe(6);
  const lines = new Set(await tops(buttons));
  expect([...lines]).toEqual([expect.any(Number)]);
  expect(await article.locator(".footer").evaluate((one) => one.clientHeight)).toBeLessThan(30);
});

test("the browser draws the choices of a card for the theme that is shown", async () => {
  const { page } = await openCard(commandCard);
  const choice = page.getByRole("radio").first();
  for (const [theme, scheme] of [
    ["dark", "dark"],
    ["hc-dark", "dark"],
    ["light", "normal"],
    ["hc-light", "normal"],
  ] as const) {
    await applyTheme(page, theme);
    await expect
      .poll(() => choice.evaluate((one) => getComputedStyle(one).colorScheme))
      .toBe(scheme);
  }
});
