import { expect, test } from "vitest";

import { clientAddress, isProxy, Proxies } from "../../../../src/hubServer/http/clientAddress.ts";

function addressOf(address: string, forwarded: string | undefined, ...names: string[]): string {
  expect(names.every(isProxy)).toBe(true);
  const header = (name: string): string | undefined =>
    name === "x-forwarded-for" ? forwarded : undefined;
  return clientAddress({ address, header }, new Proxies(names));
}

test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.5"])(
  "X-Forwarded-For from %s is ignored unless that proxy is named",
  (address) => {
    const own = address.replace("::ffff:", "");
    expect(addressOf(address, "203.0.113.5")).toBe(own);
    expect(addressOf(address, "203.0.113.5", "192.0.2.0/24")).toBe(own);
    expect(addressOf(address, "203.0.113.5", own)).toBe("203.0.113.5");
  },
);

test.each([
  ["the newest address counts", "198.51.100.1, 203.0.113.5", "203.0.113.5"],
  ["other named proxies are passed over", "203.0.113.5, 10.1.2.3", "203.0.113.5"],
  ["a port is no part of an address", "203.0.113.5:4711", "203.0.113.5"],
  ["an IPv4 address in IPv6 is one of IPv4", "::ffff:203.0.113.5", "203.0.113.5"],
  ["of IPv6 the network counts", "2001:DB8:1:2:3::4", "2001:db8:1:2::/64"],
  ["also in brackets, with a port", "[2001:db8::4]:4711", "2001:db8:0:0::/64"],
  ["a text that is no address leaves the proxy's", "unknown", "10.0.0.5"],
  ["a text behind another proxy leaves that proxy's", "evil, 10.9.9.9", "10.9.9.9"],
  ["no header leaves the proxy's", undefined, "10.0.0.5"],
  ["a header of proxies alone leaves the oldest", "10.0.0.7, 10.0.0.6", "10.0.0.7"],
])("behind a named proxy %s", (_, forwarded, expected) => {
  expect(addressOf("10.0.0.5", forwarded, "10.0.0.0/8")).toBe(expected);
});

test.each([
  "",
  "proxy.example",
  "10.0.0.0/33",
  "10.0.0.0/8/8",
  "10.0.0.0/",
  "::/129",
  "10.0.0.0/x",
])("%j names no proxy", (name) => {
  expect(isProxy(name)).toBe(false);
});

test("a network of IPv6 can be named", () => {
  expect(addressOf("fd00::1", "203.0.113.5", "fd00::/8")).toBe("203.0.113.5");
});
