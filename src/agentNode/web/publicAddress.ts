import { BlockList, isIP } from "node:net";

/** Blocks addresses that are not of the public internet, or that stand for others (RFC 6890 and later). */
const others = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved and broadcast.
  ["224.0.0.0", 3],
] as const) {
  others.addSubnet(network, prefix, "ipv4");
}
/** The only allocated global unicast addresses of IPv6. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
  // Teredo and other special purposes.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4 holds an IPv4 address.
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  others.addSubnet(network, prefix, "ipv6");
}

/** Whether an IP address is of the public internet. Mapped and translated IPv4 addresses are not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !others.check(address, "ipv4");
    case 6:
      return globalUnicast.check(address, "ipv6") && !others.check(address, "ipv6");
    default:
      return false;
  }
}
