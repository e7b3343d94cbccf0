import { expect, test } from "vitest";

import type { FormView } from "../../../../src/shared/sellerPage/sellerState.ts";
import { FormStore } from "../../../../src/webview/seller/formStore.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { hostWith } from "./hostWith.ts";

const form: FormView = {
  call: "updateStock",
  title: "Stock",
  fields: [
    { name: "quantidadeEstoque", label: "Quantity", kind: "integer", hint: "", options: [] },
  ],
  values: { quantidadeEstoque: "5" },
};

async function opened(): Promise<FormStore> {
  const store = new FormStore({
    host: hostWith({
      openForm: ({ call }) => ({ ...form, call }),
      checkForm: () => ({ problems: [], canSend: true }),
    }),
    words: { sendLost: "lost", seenAfter: "seen" },
    startTimer: new FakeClock().startTimer,
    place: () => "listStock",
    onDone: () => undefined,
  });
  await store.open({ call: "updateStock" });
  return store;
}

test("a form in which nothing was changed is left at once", async () => {
  const store = await opened();
  store.leave();
  expect(store.form.value).toBeUndefined();
});

test("a filled form is left only after a question, and keeps its values if the answer is no", async () => {
  const store = await opened();
  store.set("quantidadeEstoque", "9");
  store.leave();
  expect(store.form.value).toEqual(form);
  store.stay();
  expect([store.leaving.value, store.values.value]).toEqual([
    undefined,
    { quantidadeEstoque: "9" },
  ]);
  store.leave();
  store.leaving.value?.();
  expect(store.form.value).toBeUndefined();
});

test("another form is opened over a filled one only once it is discarded", async () => {
  const store = await opened();
  store.set("quantidadeEstoque", "9");
  await store.open({ call: "savePrice" });
  expect(store.form.value?.call).toBe("updateStock");
  store.leaving.value?.();
  await expect.poll(() => store.form.value?.call).toBe("savePrice");
  expect([store.isDirty.value, store.leaving.value]).toEqual([false, undefined]);
});
