import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { type MarkdownPage, openMarkdown } from "./openMarkdown.ts";
import { exfiltrationPayloads, scriptPayloads } from "./payloads.ts";

let opened: MarkdownPage;
let canary: Server;
let canaryUrl: string;
const canaryHits: string[] = [];

beforeAll(async () => {
  canary = createServer((request, response) => {
    canaryHits.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => {
    canary.listen(0, "127.0.0.1", resolve);
  });
  canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/steal?secret=1`;
  opened = await openMarkdown();
});

beforeEach(async () => {
  for (const list of [canaryHits, opened.problems, opened.foreignRequests]) {
    list.length = 0;
  }
  await opened.page.evaluate(() => document.querySelector("#root")?.replaceChildren());
});

afterAll(() => {
  canary.closeAllConnections();
  canary.close();
});

/** Draws each text, which came in these parts, and lets the page do what it would do by itself. */
async function show(...texts: readonly (readonly string[])[]): Promise<void> {
  await opened.page.evaluate(async (all) => {
    for (const parts of all) {
      markdownTest.show(parts);
    }
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
  }, texts);
}

describe("nothing that a model writes makes the page ask for anything", () => {
  const ways: readonly (readonly [string, (text: string) => string[]])[] = [
    ["streamed by one character", (text) => text.split("")],
    ["at once", (text) => [text]],
    ["restored with all else", (text) => [`# Before\n\n${text}\n\nAfter, [x] and ![r].`]],
  ];

  test.each(ways)("%s", async (_, cut) => {
    const payloads = exfiltrationPayloads(canaryUrl);
    expect(payloads.length).toBeGreaterThanOrEqual(60);
    await show(...payloads.map((payload) => cut(payload)));
    await opened.page.waitForLoadState("networkidle");
    expect(canaryHits).toEqual([]);
    expect(opened.foreignRequests).toEqual([]);
    expect(opened.problems).toEqual([]);
  });

  test("the canary itself works", async () => {
    await fetch(canaryUrl);
    expect(canaryHits).toEqual(["/steal?secret=1"]);
  });
});

describe("nothing that a model writes becomes more than text", () => {
  /** MathML and SVG only by what draws: nothing of them that links, loads, embeds, animates or is styled. */
  const drawn =
    "math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mstyle mpadded mphantom menclose merror svg g rect circle ellipse line path polygon text tspan";
  const drawnAttributes =
    "columnalign columnspacing cx cy d display displaystyle dy encoding fence height lspace mathcolor mathvariant maxsize minsize points r rowspacing rspace rx ry scriptlevel separator stretchy transform viewBox voffset width x x1 x2 y y1 y2 role";
  const allowed: ReadonlySet<string> = new Set(
    `${drawn} a bdi blockquote br button code col colgroup del details div em h1 h2 h3 h4 h5 h6 hr input kbd li ol p pre span strong sub summary sup table tbody td th thead tr ul`.split(
      " ",
    ),
  );
  const attributes: ReadonlySet<string> = new Set(
    `${drawnAttributes} data-source hidden aria-expanded aria-haspopup aria-hidden aria-label aria-level class data-action data-footnote dir disabled href open role scope start tabindex title type value`.split(
      " ",
    ),
  );

  test.each([...scriptPayloads, ...exfiltrationPayloads("http://canary.example/")])(
    "%j",
    async (payload) => {
      await show(payload.split(""), [`Some text\n\n${payload}\n\n`]);
      const found = await opened.page.evaluate(() =>
        Array.from(document.querySelectorAll("#root *"), (element) => ({
          tag: element.localName,
          attributes: Array.from(element.attributes, ({ name }) => name),
          href: element.getAttribute("href"),
          type: element.getAttribute("type"),
        })),
      );
      expect(found.filter(({ tag }) => !allowed.has(tag))).toEqual([]);
      expect(
        found.flatMap((element) => element.attributes).filter((name) => !attributes.has(name)),
      ).toEqual([]);
      for (const { tag, href, type } of found) {
        expect(href === null || /^(?:https?|mailto):/.test(href)).toBe(true);
        expect(tag !== "input" || type === "checkbox").toBe(true);
      }
      expect(opened.problems).toEqual([]);
    },
  );

  test("raw HTML shows as it was written", async () => {
    await show(['<div onclick="x()">a</div>\n\nb <i>c</i>']);
    const text = await opened.page.evaluate(() => document.querySelector("#root")?.textContent);
    expect(text).toBe('<div onclick="x()">a</div>b <i>c</i>');
  });
});

describe("links", () => {
  test("that may not be opened show where they would have led", async () => {
    await show(["[docs](javascript:alert(1)) [file](src/a.ts) [x](command:a.b)"]);
    const text = await opened.page.evaluate(() => document.querySelector("#root")?.textContent);
    expect(text).toBe("docs (javascript:alert(1)) file (src/a.ts) x (command:a.b)");
    expect(await opened.page.locator("a").count()).toBe(0);
  });

  test("tell their real host, in punycode where it looks like another", async () => {
    await show(["[bank](https://аpple.com/login)"]);
    const title = await opened.page.locator("a").getAttribute("title");
    expect(title).toBe("https://xn--pple-43d.com/login");
  });

  test("open through the host, and never by themselves, whatever the button", async () => {
    const url = opened.page.url();
    await opened.page.evaluate(() => {
      const { host } = markdownTest.show(["[a](https://example.com/a) <b@example.com>"]);
      Object.assign(globalThis, { shownHost: host });
    });
    await opened.page.getByRole("link", { name: "a", exact: true }).click();
    await opened.page.getByRole("link", { name: "a", exact: true }).click({ button: "middle" });
    await opened.page
      .getByRole("link", { name: "a", exact: true })
      .click({ modifiers: ["Control"] });
    await opened.page.getByRole("link", { name: "b@example.com" }).focus();
    await opened.page.keyboard.press("Enter");
    const openedLinks = await opened.page.evaluate(
      () => (globalThis as unknown as { shownHost: { opened: string[] } }).shownHost.opened,
    );
    expect(openedLinks).toEqual([
      "https://example.com/a",
      "https://example.com/a",
      "mailto:b@example.com",
    ]);
    expect(opened.page.url()).toBe(url);
    expect(opened.page.context().pages()).toHaveLength(1);
    expect(opened.foreignRequests).toEqual([]);
  });
});
