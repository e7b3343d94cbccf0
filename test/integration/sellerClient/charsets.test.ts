import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { failureOf, never as signal, Portal } from "./portal.ts";

let portal: Portal;

beforeEach(async () => {
  portal = await Portal.start();
});

afterEach(async () => {
  await portal[Symbol.asyncDispose]();
});

describe("charsets", () => {
  test.each([
    ["application/json; charset=ISO-8859-1", latin('[{"codigoProdutoSeller":"Café"}]')],
    ['application/json;charset="windows-1252"', latin('[{"codigoProdutoSeller":"Café"}]')],
    [
      "application/json; charset=utf-16le",
      new Uint8Array(Buffer.from('[{"codigoProdutoSeller":"Café"}]', "utf16le")),
    ],
    [
      "application/json; charset=x-nobody-knows",
      new TextEncoder().encode('[{"codigoProdutoSeller":"Café"}]'),
    ],
    ["application/json", new TextEncoder().encode('\uFEFF[{"codigoProdutoSeller":"Café"}]')],
  ])("%s is honoured", async (type, bytes) => {
    portal.answer = () => [
      { do: "head", status: 200, headers: { "content-type": type } },
      { do: "write", bytes },
      { do: "end" },
    ];
    const { entries } = await portal.client().list("listProducts", { signal });
    expect(entries).toEqual([{ codigoProdutoSeller: "Café" }]);
  });

  test("an XML declaration's encoding is honoured in an error's words", async () => {
    portal.answer = () => [
      { do: "head", status: 422, headers: { "content-type": "text/xml" } },
      {
        do: "write",
        bytes: latin(
          '<?xml version="1.0" encoding="ISO-8859-1"?><erro><m>Preço inválido</m></erro>',
        ),
      },
      { do: "end" },
    ];
    const { details } = await failureOf(portal.client().list("listProducts", { signal }));
    expect(details.detail).toBe("Preço inválido");
  });
});

function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.codePointAt(0) ?? 0);
}
