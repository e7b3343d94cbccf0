import type { SellerSource } from "../../../src/extension/tools/chatTools.ts";
import { createSellerTools } from "../../../src/seller/chatTools/sellerTools.ts";
import type { SellerAccess } from "../../../src/seller/write/sellerAccess.ts";

/** A portal for the chat's tools that is loaded already. */
export function loadedSeller(access: SellerAccess): SellerSource {
  return {
    loaded: { access, createTools: createSellerTools },
    onDidChange: (listener) => access.onDidChange(listener),
    ready: () => Promise.resolve(),
  };
}
