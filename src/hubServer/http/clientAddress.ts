import { BlockList, isIP } from "node:net";

import type { HubRequest } from "./message.ts";

interface Network {
  readonly address: string;
  readonly length: number;
  readonly family: "ipv4" | "ipv6";
}

export function isProxy(name: string): boolean {
  return networkIn(name) !== undefined;
}

export class Proxies {
  readonly #list = new BlockList();

  constructor(names: readonly string[]) {
    for (const { address, length, family } of names.flatMap((name) => networkIn(name) ?? [])) {
      this.#list.addSubnet(address, length, family);
    }
  }

  has(address: string): boolean {
    return isIP(address) > 0 && this.#list.check(address, familyOf(address));
  }
}

function networkIn(name: string): Network | undefined {
  const [address = "", prefix, ...rest] = name.split("/");
  const family = familyOf(address);
  const bits = family === "ipv4" ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  const isWhole = prefix === undefined || /^\d{1,3}$/u.test(prefix);
  return isIP(address) > 0 && rest.length === 0 && isWhole && length <= bits
    ? { address, length, family }
    : undefined;
}

function familyOf(address: string): Network["family"] {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

/** Behind a trusted proxy, the newest `X-Forwarded-For` address that is no such proxy: older entries can be forged. */
export function clientAddress(
  { address, header }: Pick<HubRequest, "address" | "header">,
  proxies: Proxies,
): string {
  const hops = (header("x-forwarded-for") ?? "").split(",").map(plainAddress);
  let client = plainAddress(address);
  while (proxies.has(client)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) {
      break;
    }
    client = hop;
  }
  return networkOf(client);
}

function plainAddress(text: string): string {
  const trimmed = text.trim();
  const [, inBrackets, beforePort] =
    /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/u.exec(trimmed) ?? [];
  return (inBrackets ?? beforePort ?? trimmed)
    .toLowerCase()
    .replace(/%.*$/u, "")
    .replace(/^::ffff:(?=[\d.]+$)/u, "");
}

/** The first half of an IPv6 address: a subscriber owns all addresses below it. */
function networkOf(address: string): string {
  if (isIP(address) !== 6 || address === "::1") {
    return address;
  }
  const [head = [], tail = []] = (URL.parse(`http://[${address}]`)?.hostname ?? "")
    .slice(1, -1)
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(":")}::/64`;
}
