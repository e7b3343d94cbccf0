import { describe, expect, test } from "vitest";

import { refusesOutright } from "../../../../../src/seller/contract/lists/outright.ts";
import { portalWords } from "../../../../../src/seller/contract/lists/portalWords.ts";
import { plainTextOf, textElements } from "../../../../../src/seller/contract/values/markupText.ts";

describe("the portal's sentences are found", () => {
  test.each([
    [{ message: "a b" }, [{ text: "a b" }]],
    [{ erros: [{ campo: "peso", mensagem: "a b" }] }, [{ field: "peso", text: "a b" }]],
    [{ mensagens: ["a", "b"] }, [{ text: "a" }, { text: "b" }]],
    [
      { status: 400, error: "Bad Request", errors: [{ field: "peso", defaultMessage: "a b" }] },
      [{ text: "Bad Request" }, { field: "peso", text: "a b" }],
    ],
    [{ descricaoErro: "a b" }, [{ text: "a b" }]],
    [
      { title: "Invalid", "invalid-params": [{ name: "peso", reason: "a b" }] },
      [{ text: "Invalid" }, { field: "peso", text: "a b" }],
    ],
    [
      { errors: { peso: ["a b", "c"] } },
      [
        { field: "peso", text: "a b" },
        { field: "peso", text: "c" },
      ],
    ],
    [
      { error: { message: "a b", fields: [{ element: "peso", msg: "c d" }] } },
      [{ text: "a b" }, { field: "peso", text: "c d" }],
    ],
    [{ retorno: { erros: [{ erro: "a b" }] } }, [{ text: "a b" }]],
    [
      { error: "validation_error", cause: [{ code: "x", message: "a b" }] },
      [{ text: "validation_error" }, { text: "a b" }],
    ],
    [{ error_description: "a b" }, [{ text: "a b" }]],
  ])("%j", (body, words) => {
    expect(portalWords(body)).toEqual(words);
  });

  test("hostile sentences are one bounded line each, and few", () => {
    const hostile = `[x](command:y) <img src=x>\u001B[31m\u202E${"a".repeat(100_000)}`;
    const words = portalWords({
      erros: Array.from({ length: 1_000 }, (_, n) => `${n} ${hostile}`),
    });
    expect(words).toHaveLength(50);
    expect(words.every(({ text }) => text.length <= 2_000 && !/[\p{Cc}\p{Cf}]/u.test(text))).toBe(
      true,
    );
  });

  test("a deep or repeated structure ends", () => {
    let body: unknown = "x";
    for (let depth = 0; depth < 5_000; depth += 1) {
      body = { error: body };
    }
    expect(portalWords(body)).toEqual([]);
    expect(refusesOutright(body, "write")).toBe(true);
  });

  test("the texts of XML are kept by their siblings, in bounds", () => {
    const error = "<erro><campo>preco</campo> <mensagem>negativo &amp; nulo</mensagem></erro>";
    expect(textElements(`<r><mensagem>Erro</mensagem>${error}</r>`)).toEqual([
      { mensagem: "Erro" },
      { campo: "preco", mensagem: "negativo & nulo" },
    ]);
    expect(textElements("<a>x</a><a>y</a>".repeat(10_000)).length).toBeLessThanOrEqual(200);
    expect(textElements("<a ".repeat(30_000))).toEqual([]);
  });

  test("the words of a page and of XML come without tags, scripts and comments", () => {
    const page = "<html><script>var a='<b>'</script><!-- no --><h1>Erro&nbsp;&#233; seu</h1>";
    expect(plainTextOf(page).replaceAll(/\s+/gu, " ").trim()).toBe("Erro é seu");
    expect(plainTextOf("<e><m><![CDATA[a b]]></m></e>").trim()).toContain("a b");
    expect(plainTextOf("<script".repeat(10_000)).trim()).toBe("");
  });
});
