import { expect, test } from "vitest";

import { htmlText } from "../../../../src/agentNode/web/htmlText.ts";

test("a page becomes its readable text", () => {
  const html =
    "<html><head><title>T</title><style>p{}</style></head><body><script>alert(1)</script><h1>Head</h1>" +
    "<p>One   <b>two</b> &amp; three<br>four</p><ul><li>a<li>b</ul><pre>x\n  y</pre>" +
    "<table><tr><td>1</td><td>2</td></tr></table><!-- hidden --></body></html>";
  expect(htmlText(html)).toEqual({
    text: "T\n\nHead\n\nOne two & three\nfour\n\n- a\n\n- b\n\nx\n  y\n\n1  2",
    isCut: false,
  });
});

test("a page with a main part has only that part's text", () => {
  const words = "word ".repeat(60).trim();
  const page = `<body><header>menu</header><main><p>${words}</p></main><footer>end</footer></body>`;
  expect(htmlText(page).text).toBe(words);
});

test("an empty main part does not hide the page", () => {
  expect(htmlText("<p>text</p><main></main>").text).toBe("text");
});

test.each([
  ["elements in each other", "<div>".repeat(400_000), true],
  ["formatting in each other", "<b>x".repeat(400_000), true],
  ["wrong ends", "</p>".repeat(400_000), false],
  ["attributes", `<a ${"b=c ".repeat(400_000)}>`, false],
  ["angle brackets", "<".repeat(2_000_000), false],
])("two megabytes of %s end", (_name, html, isCut) => {
  expect(htmlText(html).isCut).toBe(isCut);
});
