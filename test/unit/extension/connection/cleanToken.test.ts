import { describe, expect, test } from "vitest";

import { cleanToken } from "../../../../src/extension/connection/cleanToken.ts";

const token = "sk_hub_0123456789abcdef";

describe("a token is taken out of whatever was pasted with it", () => {
  test.each([
    token,
    ` ${token}\n`,
    `"${token}"`,
    `'${token}'`,
    `“${token}”`,
    `\`${token}\``,
    `Bearer ${token}`,
    `bearer   ${token}\r\n`,
    `"Bearer ${token}"`,
    `Authorization: Bearer ${token}`,
    `Bearer "${token}"`,
    `sk_hub_01234567\n  89abcdef`,
    `\u200b${token}\ufeff`,
  ])("%j", (text) => {
    expect(cleanToken(text)).toEqual({ token, hasHubShape: true });
  });
});

test("another shape is taken as it is, and said to be another", () => {
  expect(cleanToken(" sk-proj-123 ")).toEqual({ token: "sk-proj-123", hasHubShape: false });
  expect(cleanToken("sk_hub_short")).toEqual({ token: "sk_hub_short", hasHubShape: false });
  expect(cleanToken("Bearerish")).toEqual({ token: "Bearerish", hasHubShape: false });
});

test("where there is no token, none is found", () => {
  for (const text of ["", " \n", '""', "Bearer ", "Bearer", "Authorization: Bearer"]) {
    expect(cleanToken(text).token).toBe("");
  }
});
