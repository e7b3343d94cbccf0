import { expect, test } from "vitest";

import {
  type ProxyFacts,
  proxyOf,
  withoutCredentials,
} from "../../../../src/extension/doctor/proxyOf.ts";

const none: ProxyFacts = { setting: "", support: "override", exceptions: [], environment: {} };
const proxyFor = (address: string, facts: Partial<ProxyFacts>): string | undefined =>
  proxyOf(new URL(address), { ...none, ...facts })?.host;

test("the setting goes before the variables, and https has its own", () => {
  const environment = { HTTPS_PROXY: "http://of-https:1", http_proxy: "http://of-http:2" };
  expect(proxyFor("https://hub.example.com", { environment })).toBe("of-https:1");
  expect(proxyFor("http://hub.example.com", { environment })).toBe("of-http:2");
  expect(proxyFor("https://hub.example.com", { environment, setting: "http://set:3" })).toBe(
    "set:3",
  );
});

test.each([
  ["https://hub.example.com", { exceptions: ["example.com"] }],
  ["https://hub.example.com", { exceptions: ["*.example.com"] }],
  ["https://hub.example.com:8443", { environment: { NO_PROXY: "a, hub.example.com:8443" } }],
  ["https://hub.example.com", { environment: { no_proxy: "*" } }],
  ["https://hub.example.com", { support: "off" }],
  ["http://127.0.0.1:8787", {}],
  ["http://localhost:8787", {}],
])("%s goes without one: %o", (address, facts) => {
  expect(proxyFor(address, { setting: "http://set:3", ...facts })).toBeUndefined();
});

test("a name that only ends alike is no exception", () => {
  const facts = { setting: "http://set:3", exceptions: ["example.com", "hub.example.com:1"] };
  expect(proxyFor("https://notexample.com", facts)).toBe("set:3");
});

test("a value that is no address is no proxy", () => {
  expect(proxyFor("https://hub.example.com", { setting: "not an address" })).toBeUndefined();
  expect(proxyFor("https://hub.example.com", { setting: "socks5://x:1" })).toBeUndefined();
});

test("user and password of an address are hidden", () => {
  expect(withoutCredentials('see "http://ana:s3cret@proxy:1" and http://x/y@z')).toBe(
    'see "http://***@proxy:1" and http://x/y@z',
  );
});
