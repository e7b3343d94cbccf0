import { expect, test } from "vitest";

import { type Handlers, RpcClient, RpcServer } from "../../../../src/shared/rpc.ts";
import { sellerHostContract } from "../../../../src/shared/sellerPage/sellerProtocol.ts";
import type { FormView, ListView } from "../../../../src/shared/sellerPage/sellerState.ts";
import { FormStore } from "../../../../src/webview/seller/formStore.ts";
import { ListStore } from "../../../../src/webview/seller/listStore.ts";
import { channelPair } from "../../../support/channelPair.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { settle } from "../../../support/sessionLab.ts";

type HostHandlers = Handlers<typeof sellerHostContract>;

const unused = (): never => {
  throw new Error("Not used in this test");
};

function hostWith(handlers: Partial<HostHandlers>): RpcClient<typeof sellerHostContract>["calls"] {
  const { host, page } = channelPair();
  const all = Object.fromEntries(Object.keys(sellerHostContract).map((name) => [name, unused]));
  // Sound: every method of the contract is there.
  void new RpcServer(host, sellerHostContract, { ...all, ...handlers } as HostHandlers);
  return new RpcClient(page, sellerHostContract).calls;
}

const listOf = (total: number): ListView => ({
  ok: true,
  columns: [],
  form: "savePrice",
  total,
  readAt: 1,
});

const formOf = (title: string): FormView => ({
  call: "savePrice",
  title,
  fields: [],
  values: {},
});

test("a list that comes when another environment is shown is dropped, and the new one's is read", async () => {
  const answers: ((view: ListView) => void)[] = [];
  const host = hostWith({
    openList: () =>
      new Promise((resolve) => {
        answers.push(resolve);
      }),
    readRows: ({ offset }) => ({ matching: 0, offset, rows: [] }),
  });
  const store = new ListStore("listPrices", host);
  void store.open(false);
  await settle();
  store.forget();
  void store.open(false);
  await settle();
  answers[0]?.(listOf(1));
  await settle();
  expect([store.view.value, store.isReading.value]).toEqual([undefined, true]);
  answers[1]?.(listOf(2));
  await settle();
  expect([store.view.value, store.isReading.value]).toEqual([listOf(2), false]);
});

test("of two forms that are opening the one that was asked for last is shown, and none after it was closed", async () => {
  const answers: ((form: FormView) => void)[] = [];
  const host = hostWith({
    openForm: () =>
      new Promise((resolve) => {
        answers.push(resolve);
      }),
    checkForm: () => ({ problems: [], canSend: true }),
  });
  const store = new FormStore(host, new FakeClock().startTimer, () => undefined);
  void store.open({ call: "savePrice" });
  void store.open({ call: "savePrice" });
  await settle();
  answers[1]?.(formOf("second"));
  await settle();
  answers[0]?.(formOf("first"));
  await settle();
  expect(store.form.value?.title).toBe("second");
  void store.open({ call: "savePrice" });
  await settle();
  store.close();
  answers[2]?.(formOf("third"));
  await settle();
  expect(store.form.value).toBeUndefined();
});
