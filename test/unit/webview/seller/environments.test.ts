import { expect, test } from "vitest";

import { RpcServer } from "../../../../src/shared/base/rpc.ts";
import { sellerHostContract } from "../../../../src/shared/sellerPage/sellerProtocol.ts";
import type {
  FormCheck,
  FormView,
  ListView,
  PlanView,
} from "../../../../src/shared/sellerPage/sellerState.ts";
import { FormStore } from "../../../../src/webview/seller/formStore.ts";
import { ListStore } from "../../../../src/webview/seller/listStore.ts";
import { createSellerPage } from "../../../../src/webview/seller/sellerPage.ts";
import { channelPair } from "../../../support/channelPair.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { settle } from "../../../support/sessionLab.ts";
import { type HostHandlers, hostWith } from "./hostWith.ts";

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
  const store = new ListStore("listPrices", host, "no answer");
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
  const store = new FormStore({
    host,
    words: { sendLost: "lost", seenAfter: "seen" },
    startTimer: new FakeClock().startTimer,
    place: () => "listPrices",
    onDone: () => undefined,
  });
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

const plan: PlanView = {
  id: "p",
  environmentName: "Lab",
  environmentKind: "sandbox",
  method: "PUT",
  url: "https://portal.example/estoque",
  changes: [],
  warnings: [],
  current: "none",
  act: "Write",
};

async function reviewed(handlers: Partial<HostHandlers>): Promise<FormStore> {
  const store = new FormStore({
    host: hostWith({
      openForm: () => formOf("Price"),
      checkForm: () => ({ problems: [], canSend: true }),
      planWrite: () => ({ ok: true, plan }),
      ...handlers,
    }),
    words: { sendLost: "lost", seenAfter: "seen" },
    startTimer: new FakeClock().startTimer,
    place: () => "listPrices",
    onDone: () => undefined,
  });
  await store.open({ call: "savePrice" });
  await store.review();
  return store;
}

test("a write whose answer is lost is shown as unknown, and can be looked up but not sent again", async () => {
  let sent = 0;
  const store = await reviewed({
    sendWrite: () => {
      sent += 1;
      throw new Error("The host broke off");
    },
    recheck: () => ({ ok: true, isThere: true, changes: [] }),
  });
  await store.send();
  expect(store.result.value).toEqual({ outcome: "unknown", message: "lost" });
  await store.send();
  await store.look();
  expect([sent, store.recheck.value?.ok, store.isBusy.value]).toEqual([1, true, false]);
});

test("a form that is only opened is not reproached with being empty; one that is reviewed is", async () => {
  const empty: FormCheck = {
    problems: [{ field: "", level: "error", text: "Nothing is filled in" }],
    canSend: false,
  };
  const store = await reviewed({ checkForm: () => empty });
  expect(store.problems.value).toEqual(empty.problems);
  await store.open({ call: "savePrice" });
  expect(store.problems.value).toEqual([]);
});

test("a list that the host cannot give says so instead of reading for ever", async () => {
  const store = new ListStore("listPrices", hostWith({}), "no answer");
  await store.open(false);
  expect([store.view.value, store.isReading.value]).toEqual([
    { ok: false, message: "no answer" },
    false,
  ]);
});

const fails = (): never => {
  throw new Error("The host broke off");
};

test("what a click cannot do is shown, whichever call it was", async () => {
  const { host, page } = channelPair();
  const all = Object.fromEntries(Object.keys(sellerHostContract).map((name) => [name, fails]));
  // Sound: every method of the contract is there.
  void new RpcServer(host, sellerHostContract, all as unknown as HostHandlers);
  const model = createSellerPage(page, false, new FakeClock());
  await expect(model.host.goTo({ place: "orders" })).rejects.toThrow("The host broke off");
  expect(model.notice.value).toBe(model.words.noAnswer);
});
