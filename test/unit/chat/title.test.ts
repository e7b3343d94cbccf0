import { expect, test } from "vitest";

import { titleFrom } from "../../../src/chat/title.ts";

test("a title shows no sensitive value, whole or cut", () => {
  expect(titleFrom("Customer 529.982.247-25, maria@acme.com.br", [])).toBe(
    "Customer ***.***.***-**, ***@***",
  );
  expect(titleFrom(`${"word ".repeat(10)}529.982.247-25 and more`, [])).not.toMatch(/\d/u);
  expect(titleFrom("", ["cpf 529.982.247-25.pdf"])).toBe("cpf ***.***.***-**.pdf");
});
