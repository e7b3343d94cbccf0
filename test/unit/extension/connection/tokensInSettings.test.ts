import { expect, test } from "vitest";

import {
  addressWithout,
  tokensInSettings,
} from "../../../../src/extension/connection/tokensInSettings.ts";

const token = "sk_hub_CANARY0123456789";

test.each([
  ["a setting of its own", { token }, "token"],
  ["another shape of token", { apiKey: "abc-123" }, "apiKey"],
  ["a pasted header", { authorization: `Bearer ${token}` }, "authorization"],
  ["a nested setting", { hub: { key: token } }, "hub.key"],
  ["the address", { baseUrl: `https://hub.example.com/?key=${token}` }, "baseUrl"],
])("a token in %s is found", (_, section, name) => {
  expect(tokensInSettings(section).map((found) => found.name)).toEqual([name]);
});

test.each([
  ["nothing", undefined],
  [
    "settings without one",
    { baseUrl: "https://hub.example.com", model: "hub-demo", dlp: { mode: "warn" } },
  ],
  ["an empty one", { token: "" }],
  ["numbers", { maxTokens: 7, token: 7 }],
])("%s gives none", (_, section) => {
  expect(tokensInSettings(section)).toEqual([]);
});

test("settings that are very deep are not followed for ever", () => {
  let deep: object = { token };
  for (let level = 0; level < 1000; level += 1) {
    deep = { deep };
  }
  expect(tokensInSettings(deep)).toEqual([]);
});

test.each([
  [`https://hub.example.com/?key=${token}`, "https://hub.example.com"],
  [`https://${token}@hub.example.com/base/`, "https://hub.example.com/base"],
  [`https://hub.example.com/${token}/base`, "https://hub.example.com/base"],
  [token, undefined],
])("%s without its token is %s", (address, expected) => {
  expect(addressWithout(token, address)).toBe(expected);
});
