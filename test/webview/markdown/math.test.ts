import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { openMarkdown, showMarkdown } from "./openMarkdown.ts";

const show = (...parts: string[]) => showMarkdown(parts);

/** The outlines of all formulas, once they are drawn. */
async function formulas(page: Page): Promise<string[]> {
  await page.locator("math").first().waitFor({ state: "attached" });
  return await page.evaluate(() =>
    Array.from(
      document.querySelectorAll("math"),
      (math) => math.querySelector("annotation")?.textContent ?? "",
    ),
  );
}

describe("formulas", () => {
  test("are MathML with their TeX, in a text, a heading, a list and a table", async () => {
    const { page, problems } = await show(
      "Euler: $e^{i\\pi}+1=0$ and \\(x_1\\).\n\n# With $\\alpha$\n\n- item $b^2$\n\n| a |\n|---|\n| $c_3$ |\n",
    );
    expect(await formulas(page)).toEqual(["e^{i\\pi}+1=0", "x_1", "\\alpha", "b^2", "c_3"]);
    expect(
      await page
        .locator("math msup")
        .first()
        .evaluate((node) => node.namespaceURI),
    ).toBe("http://www.w3.org/1998/Math/MathML");
    expect(problems).toEqual([]);
  });

  test("on lines of their own may hold what would be other blocks", async () => {
    const { page } = await show(
      "So:\n$$\n\\begin{aligned}\na &= b \\\\\n- c &= d\n\\end{aligned}\n$$\nand\n\\[\n# = 1\n\\]\n\nend",
    );
    expect(await formulas(page)).toEqual([
      "\n\\begin{aligned}\na &= b \\\\\n- c &= d\n\\end{aligned}\n",
    ]);
    // `#` alone is an error in TeX: it stays as it was written.
    await expect.poll(() => page.locator(".md-math-source").textContent()).toBe("\\[\n# = 1\n\\]");
    await expect.poll(() => page.locator(".md-document > *").last().textContent()).toContain("end");
  });

  test("of several lines are aligned at their signs", async () => {
    const { page } = await show(
      "$$\\begin{aligned} f(x) &= x^2 + 2x + 1 + a + b + c \\\\ long &= y \\end{aligned}$$\n",
    );
    await formulas(page);
    const edges = await page.evaluate(() =>
      Array.from(document.querySelectorAll("math mtr"), (row) =>
        Array.from(row.children, (cell) => {
          const shown = document.createRange();
          shown.selectNodeContents(cell);
          const { left, right } = shown.getBoundingClientRect();
          return { left: Math.round(left), right: Math.round(right) };
        }),
      ),
    );
    const [first, second, third, fourth] = edges.flat();
    expect(fourth?.left).toBe(second?.left);
    expect(Math.abs(Number(third?.right) - Number(first?.right))).toBeLessThan(5);
    expect(Number(second?.left) - Number(first?.right)).toBeLessThan(3);
  });

  test("are the same nodes however the text arrived", async () => {
    const text = "A $x^2$ b, R$ 5 e R$ 6.\n\n$$\na+b\n$$\n\n\\[c_1\\]\n\nand \\(d\\) $e$.\n";
    const { page } = await show("$warm$");
    await formulas(page);
    const drawn = await page.evaluate((source) => {
      const cuts = Array.from({ length: source.length - 1 }, (_, at) => [
        source.slice(0, at + 1),
        source.slice(at + 1),
      ]);
      const all = [[source], source.split(""), ...cuts].map(
        (parts) => markdownTest.draw(parts).fingerprint,
      );
      return new Set(all).size;
    }, text);
    expect(drawn).toBe(1);
  });

  test("show as they are written until they have ended", async () => {
    const { page } = await show("It is $\\frac{1");
    await expect.poll(() => page.locator(".md-document").textContent()).toContain("$\\frac{1");
    expect(await page.locator("math").count()).toBe(0);
  });

  test("are copied as TeX, whole", async () => {
    const { page } = await show("Before $x^2$ after\n\nnext $$y$$ end");
    await formulas(page);
    const copied = await page.evaluate(() => {
      document
        .getSelection()
        ?.selectAllChildren(document.querySelector(".md-document") ?? document.body);
      const data = new DataTransfer();
      const event = new ClipboardEvent("copy", {
        clipboardData: data,
        bubbles: true,
        cancelable: true,
      });
      document.querySelector("math")?.dispatchEvent(event);
      return data.getData("text/plain");
    });
    expect(copied).toContain("Before $x^2$ after");
    expect(copied).toContain("$$y$$");
  });

  test.each([
    "R$ 5 e R$ 6",
    "custa R$5, ou R$6 à vista",
    "`$x$` and \\$y$",
    "$HOME and $PATH",
    "US$ 5 and $6",
  ])("%j has none", async (text) => {
    const { page } = await show(text);
    await page.locator(".md-document p").waitFor();
    expect(await page.locator(".md-math").count()).toBe(0);
  });
});

describe("hostile TeX", () => {
  const hostile = [
    "\\href{javascript:alert(1)}{x}",
    "\\url{javascript:alert(1)}",
    "\\includegraphics{https://evil.example/x.png}",
    "\\htmlStyle{position:fixed}{x}",
    "\\htmlData{onclick=alert(1)}{x}",
    "\\htmlClass{notice}{x}",
    "\\text{<img src=x onerror=alert(1)>}",
    "\\def\\a{\\a\\a}\\a",
    "\\def\\x#1{#1#1}\\x{\\x{\\x{\\x{\\x{\\x{\\x{\\x{\\x{a}}}}}}}}}",
    `${"{".repeat(1500)}x${"}".repeat(1500)}`,
    `${"\\sqrt{".repeat(300)}x${"}".repeat(300)}`,
    "\\rule{99999em}{99999em}",
    "\\fcolorbox{red}{url(https://evil.example)}{x}",
    "\\color{url(https://evil.example)}x",
    "\\pmb{x}",
    "x^".repeat(1200),
  ];

  test("loads, links, runs and styles nothing, and takes no room", async () => {
    const { page, problems, foreignRequests } = await openMarkdown();
    await page.evaluate(
      (text) => void markdownTest.show([text]),
      hostile.map((tex) => `$${tex}$`).join("\n\n") + "\n\n$done$\n",
    );
    await page.getByText("done").first().waitFor();
    await page.locator("math").last().waitFor({ state: "attached" });
    const found = await page.evaluate(() => {
      const elements = [...document.querySelectorAll(".md-math *")];
      const names = elements.flatMap((element) => element.getAttributeNames());
      return {
        bad: names.filter((name) => /^on|href|src|style|class|^id$|^data/u.test(name)),
        foreign: elements.filter(({ namespaceURI }) => namespaceURI?.endsWith("MathML") !== true)
          .length,
        height:
          Math.max(...elements.map((element) => element.getBoundingClientRect().height)) < 3000,
      };
    });
    expect({ ...found, problems, foreignRequests }).toEqual({
      bad: [],
      foreign: 0,
      height: true,
      problems: [],
      foreignRequests: [],
    });
  });
});
