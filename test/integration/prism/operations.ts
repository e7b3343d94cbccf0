import { sellerCalls } from "../../../src/seller/contract/calls.ts";

/** The calls that were made, by their method and path, each once and in the contract's order. */
export function callsAmong(requests: readonly string[]): readonly string[] {
  return Object.entries(sellerCalls)
    .filter(([, { method, path }]) => {
      const pattern = path.replaceAll(/\{\w+\}/gu, "[^/?]+");
      const line = new RegExp(`^${method} ${pattern}(?:\\?.*)?$`, "u");
      return requests.some((request) => line.test(request));
    })
    .map(([id]) => id);
}
