import { expect, test } from "vitest";

import type { FormView, PlanResult } from "../../../../src/shared/sellerPage/sellerState.ts";
import { FormStore } from "../../../../src/webview/seller/formStore.ts";
import { deferred } from "../../../support/deferred.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { hostWith } from "./hostWith.ts";

const form: FormView = { call: "updateStock", title: "Stock", fields: [], values: {} };

const plan: Extract<PlanResult, { ok: true }>["plan"] = {
  id: "p1",
  environmentName: "Lab",
  environmentKind: "sandbox",
  method: "PUT",
  url: "https://portal.example/stock",
  changes: [],
  warnings: [],
  current: "found",
  act: "Set stock",
};

async function reviewing(): Promise<{
  readonly store: FormStore;
  readonly answers: ReturnType<typeof deferred<PlanResult>>[];
  readonly stops: () => number;
}> {
  const answers: ReturnType<typeof deferred<PlanResult>>[] = [];
  let stops = 0;
  const store = new FormStore({
    host: hostWith({
      openForm: () => form,
      checkForm: () => ({ problems: [], canSend: true }),
      planWrite: () => {
        const answer = deferred<PlanResult>();
        answers.push(answer);
        return answer.promise;
      },
      cancelReview: () => {
        stops += 1;
        return {};
      },
    }),
    words: { sendLost: "lost", seenAfter: "seen" },
    startTimer: new FakeClock().startTimer,
    place: () => "listStock",
    onDone: () => undefined,
  });
  await store.open({ call: "updateStock" });
  return { store, answers, stops: () => stops };
}

test("a review that is stopped leaves the form as it was, and its late answer is dropped", async () => {
  const { store, answers, stops } = await reviewing();
  const first = store.review();
  await expect.poll(() => answers.length).toBe(1);
  expect([store.isReading.value, store.isBusy.value]).toEqual([true, true]);
  store.stopReading();
  expect([store.isReading.value, store.isBusy.value]).toEqual([false, false]);
  await expect.poll(stops).toBe(1);
  const second = store.review();
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.resolve({ ok: false, message: "late" });
  await first;
  expect([store.message.value, store.isReading.value]).toEqual([undefined, true]);
  answers[1]?.resolve({ ok: true, plan });
  await second;
  expect([store.plan.value?.id, store.isReading.value]).toEqual(["p1", false]);
});

test("a form that is closed while the portal is read stops the reading", async () => {
  const { store, answers, stops } = await reviewing();
  const review = store.review();
  await expect.poll(() => answers.length).toBe(1);
  store.close();
  await expect.poll(stops).toBe(1);
  answers[0]?.resolve({ ok: true, plan });
  await review;
  expect([store.plan.value, store.isBusy.value]).toEqual([undefined, false]);
});
