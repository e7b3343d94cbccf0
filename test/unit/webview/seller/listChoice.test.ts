import { expect, test } from "vitest";

import { ListStore } from "../../../../src/webview/seller/listStore.ts";
import { hostWith } from "./hostWith.ts";

test("a list whose choice is forgotten is read again", async () => {
  const calls: string[] = [];
  const host = hostWith({
    forgetListChoice: ({ list }) => {
      calls.push(`forget ${list}`);
      return {};
    },
    openList: ({ list, refresh }) => {
      calls.push(`open ${list} ${refresh ? "again" : "once"}`);
      return { ok: false, message: "unreadable", canChoose: true };
    },
  });
  const store = new ListStore("listStock", host, "no answer");
  await store.forgetChoice();
  expect(calls).toEqual(["forget listStock", "open listStock again"]);
  expect(store.view.value).toMatchObject({ ok: false, canChoose: true });
});
