import * as fc from "fast-check";
import { expect, test } from "vitest";

import { xmlValue } from "../../../../src/seller/contract/xmlValue.ts";

test.each<readonly [string, unknown]>([
  ["<a><b>1</b><b>2</b><c/></a>", { a: { b: ["1", "2"], c: "" } }],
  [`<n:a xmlns:n="x"><n:b k="1>2" xsi:nil="true"/></n:a>`, { a: { b: null } }],
  ["<a><!-- <b> --><b><![CDATA[<i>&amp;]]></b></a>", { a: { b: "<i>&amp;" } }],
  ["<a><b>Caf&#233; &amp; ch&#xe1;</b></a>", { a: { b: "Café & chá" } }],
  ["<a><b></a></b>", undefined],
  ["<a>", undefined],
  ["a", undefined],
  ["<a>".repeat(100) + "</a>".repeat(100), undefined],
])("%s", (xml, value) => {
  expect(xmlValue(xml)).toEqual(value);
});

test("any text is read or refused, and never throws", () => {
  const piece = fc.constantFrom(
    "<a>",
    "</a>",
    "<a/>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "&#0;",
    "'",
    ">",
    "x",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      xmlValue(pieces.join(""));
    }),
  );
});
