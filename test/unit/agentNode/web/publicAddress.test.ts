import { expect, test } from "vitest";

import { isPublicAddress } from "../../../../src/agentNode/web/publicAddress.ts";

test.each(["93.184.216.34", "1.1.1.1", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::1"])(
  "%s is of the public internet",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:93.184.216.34",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "2001:0:1::1",
  "fe80::1",
  "fe80::1%eth0",
  "fc00::1",
  "fd12::1",
  "ff02::1",
  "localhost",
  "",
])("%s is not of the public internet", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
