import { expect, test } from "vitest";

import type { SellerProfile } from "../../../../src/extension/seller/environments/environments.ts";
import { checkForm } from "../../../../src/extension/seller/sellerForms.ts";

const profile: SellerProfile = {
  id: "lab",
  name: "Lab",
  kind: "sandbox",
  baseUrl: "https://portal.example",
  origin: "https://portal.example",
  codigoSeller: 1001,
  codigoUsuario: 7,
  isLocal: false,
};

const problemsOf = (values: Readonly<Record<string, string>>): readonly string[] =>
  checkForm("saveProduct", values, { profile, language: "en" })
    .problems.filter(({ level }) => level === "error")
    .map(({ field }) => field);

test("a form whose only value cannot be read is not called empty", () => {
  expect(problemsOf({})).toContain("");
  expect(problemsOf({ peso: "a lot" })).toEqual(["peso"]);
});
