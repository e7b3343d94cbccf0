import { type Handlers, RpcClient, RpcServer } from "../../../../src/shared/base/rpc.ts";
import { sellerHostContract } from "../../../../src/shared/sellerPage/sellerProtocol.ts";
import { channelPair } from "../../../support/channelPair.ts";

export type HostHandlers = Handlers<typeof sellerHostContract>;

const unused = (): never => {
  throw new Error("Not used in this test");
};

/** A host that has only these handlers. */
export function hostWith(
  handlers: Partial<HostHandlers>,
): RpcClient<typeof sellerHostContract>["calls"] {
  const { host, page } = channelPair();
  const all = Object.fromEntries(Object.keys(sellerHostContract).map((name) => [name, unused]));
  // Sound: every method of the contract is there.
  void new RpcServer(host, sellerHostContract, { ...all, ...handlers } as HostHandlers);
  return new RpcClient(page, sellerHostContract).calls;
}
