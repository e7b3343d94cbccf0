import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { fenced, flowchart, sequence, states } from "./diagrams.ts";
import { openMarkdown, showMarkdown } from "./openMarkdown.ts";

const show = (text: string) => showMarkdown([text]);

const drawing = (page: Page) => page.getByRole("img", { name: "Diagram" });

describe("a diagram", () => {
  test.each([
    [
      "flowchart",
      flowchart,
      ["Request", "Is it safe?", "Send", "Audit", "Stop", "Model", "The hub", "yes", "no"],
    ],
    [
      "sequence",
      sequence,
      ["Editor", "Hub", "Question", "masked", "Delta", "loop every chunk", "audit"],
    ],
    ["states", states, ["Idle", "Running", "Details", "Waiting", "Streaming", "send"]],
  ])("of %s has all that its code names, within its edges", async (_, source, labels) => {
    const { page, problems } = await show(fenced(source));
    await drawing(page).waitFor();
    const texts = await page.evaluate(() =>
      Array.from(document.querySelectorAll("svg text"), (text) => text.textContent),
    );
    expect(texts).toEqual(expect.arrayContaining(labels));
    const outside = await page.evaluate(() => {
      const edge = document.querySelector("svg")?.getBoundingClientRect();
      return Array.from(document.querySelectorAll("svg *"), (part) =>
        part.getBoundingClientRect(),
      ).filter(
        ({ left, right, top, bottom }) =>
          edge &&
          (left < edge.left - 1 ||
            right > edge.right + 1 ||
            top < edge.top - 1 ||
            bottom > edge.bottom + 1),
      ).length;
    });
    expect({ outside, problems }).toEqual({ outside: 0, problems: [] });
  });

  test.each(["dark", "light", "hc-dark", "hc-light"] as const)(
    "has a note whose text is seen in %s",
    async (theme) => {
      const source = "sequenceDiagram\n  A->>B: x\n  Note over A,B: Seen\n";
      const { page } = await showMarkdown([fenced(source)], { theme });
      await drawing(page).waitFor();
      const [ground, text] = await page.evaluate(() =>
        [".dg-note", ".dg-note + text"].map((part) => {
          const found = document.querySelector(part);
          return found && getComputedStyle(found).fill;
        }),
      );
      expect(ground).not.toBe(text);
    },
  );

  test("is code while it arrives, and its code is a click away", async () => {
    const { page } = await openMarkdown();
    await page.evaluate((source) => {
      const { host, markdown } = markdownTest.start();
      markdown.append(`\`\`\`mermaid\n${source}\n`);
      host.frame();
    }, flowchart);
    await page.getByText("flowchart TD").waitFor();
    expect(await drawing(page).count()).toBe(0);
    const whole = await show(fenced(flowchart));
    await whole.page.getByRole("button", { name: "Show code" }).click();
    await whole.page.locator(".md-code").getByText("Is it safe?").waitFor();
    await expect.poll(() => drawing(whole.page).isVisible()).toBe(false);
    await whole.page.getByRole("button", { name: "Show diagram" }).click();
    await expect.poll(() => drawing(whole.page).isVisible()).toBe(true);
  });

  test.each([
    ["of a kind that is not drawn", 'pie\n  "a" : 1'],
    ["with lines to a group", "stateDiagram-v2\n  A --> B\n  state B {\n  C --> D\n  }"],
    ["with an error", "flowchart TD\n  A --> "],
    ["with a line that is not understood", "flowchart TD\n  A --> B\n  ??? what"],
    [
      "of more boxes than anyone can read",
      `flowchart TD\n${Array.from({ length: 400 }, (_, at) => `a${at} --> b${at}`).join("\n")}`,
    ],
    ["with a frame that never ends", "sequenceDiagram\n  loop x\n  A->>B: y"],
    ["of nothing", ""],
  ])("%s stays code", async (_, source) => {
    const { page, problems } = await show(`${fenced(source)}\n${fenced(states)}`);
    await drawing(page).waitFor();
    await expect.poll(() => page.locator("svg").count()).toBe(1);
    expect(problems).toEqual([]);
  });

  test("loads, links, runs and styles nothing of what its code says", async () => {
    const hostile = `flowchart LR
  A["<img src=x onerror=alert(1)>"] --> B["<script>alert(1)</script>"]
  B --> C["javascript:alert(1)"]
  click A "javascript:alert(1)" "tip"
  click B call alert(1)
  style A fill:url(https://evil.example/x)
  linkStyle 0 stroke:url(https://evil.example/y)`;
    const { page, problems, foreignRequests } = await show(fenced(hostile));
    await drawing(page).waitFor();
    const found = await page.evaluate(() => {
      const parts = [...document.querySelectorAll("svg, svg *")];
      return {
        names: [...new Set(parts.map(({ localName }) => localName))].toSorted(),
        bad: parts
          .flatMap((part) => part.getAttributeNames())
          .filter((name) => /^on|href|style|src/u.test(name)),
        label: document.querySelector("svg text")?.textContent,
      };
    });
    expect(found).toEqual({
      names: ["path", "polygon", "rect", "svg", "text", "tspan"],
      bad: [],
      label: "<img src=x onerror=alert(1)>",
    });
    expect({ problems, foreignRequests }).toEqual({ problems: [], foreignRequests: [] });
  });
});
