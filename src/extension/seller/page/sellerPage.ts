import { DisposableStore, type Disposable } from "../../../shared/base/lifecycle.ts";
import {
  type Channel,
  type Client,
  type Handlers,
  RpcClient,
  RpcServer,
} from "../../../shared/base/rpc.ts";
import {
  sellerHostContract,
  sellerViewContract,
} from "../../../shared/sellerPage/sellerProtocol.ts";
import type { FormId } from "../../../shared/sellerPage/sellerState.ts";
import type { SellerBack } from "./sellerBack.ts";

export class SellerPage implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #page: Client<typeof sellerViewContract>;
  #isAttached = false;

  constructor(channel: Channel, back: SellerBack, onAttached: () => void) {
    this.#page = this.#disposables.add(new RpcClient(channel, sellerViewContract)).calls;
    const attach = (): Awaited<ReturnType<Handlers<typeof sellerHostContract>["attach"]>> => {
      this.#isAttached = true;
      void back.prepare().finally(onAttached);
      return { state: back.state, import: back.import.state };
    };
    this.#disposables.add(new RpcServer(channel, sellerHostContract, { ...back.handlers, attach }));
    const showState = (): void => this.#tell(() => this.#page.showState(back.state));
    this.#disposables.add(back.desks.onDidChange(showState));
    this.#disposables.add(back.onDidMove(showState));
    this.#disposables.add(
      back.onDidRead((reading) => this.#tell(() => this.#page.showReading(reading))),
    );
    this.#disposables.add(
      back.import.onDidChange(() => this.#tell(() => this.#page.showImport(back.import.state))),
    );
  }

  showForm(call: FormId): boolean {
    this.#tell(() => this.#page.showForm({ call }));
    return this.#isAttached;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #tell(call: () => void): void {
    if (this.#isAttached) {
      call();
    }
  }
}
