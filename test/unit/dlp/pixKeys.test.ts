import { expect, test } from "vitest";

import { scanText } from "../../../src/dlp/find/scanText.ts";
import { maskText } from "../../../src/dlp/mask/maskText.ts";

const key = "123e4567-e89b-12d3-a456-426655440000";

test.each([
  `Minha chave PIX é ${key}.`,
  `chave pix aleatória: ${key}`,
  `{"pixKey": "${key}"}`,
  `chave_pix=${key.toUpperCase()}`,
  `pague por pix para ${key}`,
  `nome;chave_pix;valor\nAna;${key};10\nRui;${key};20`,
])("a random key is found where it is called one: %s", (text) => {
  const found = scanText(text);
  expect(found.length).toBeGreaterThan(0);
  for (const { kind, start, end, certainty } of found) {
    expect([kind, text.slice(start, end).toLowerCase(), certainty]).toEqual([
      "pix",
      key,
      "certain",
    ]);
  }
});

test.each([
  `const requestId = "${key}";`,
  `GET /pix/charges HTTP/1.1\nX-Request-Id: ${key}`,
  `{"pix": {"id": "${key}"}}`,
  `pix_transaction_id: ${key}`,
  `the pixel ${key}`,
  `pix ${key}0 and pix x${key}`,
])("any other UUID is none: %s", (text) => {
  expect(scanText(text)).toEqual([]);
});

test("nothing of a masked key is left", () => {
  const text = `pix: ${key}`;
  expect(maskText(text, scanText(text))).toBe("pix: ********-****-****-****-************");
});
