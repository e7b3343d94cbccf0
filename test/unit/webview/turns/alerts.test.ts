import { expect, test } from "vitest";

import type { Failure } from "../../../../src/shared/failures/failure.ts";
import { newNotices, repeatedAlerts } from "../../../../src/webview/turns/alerts.ts";
import { answer, userMessage } from "../../../support/fakeHost/builders.ts";

const alert = (...types: readonly string[]): Failure => ({
  kind: "dlp_alert",
  ...(types.length > 0 && { dlpFindings: types.map((type) => ({ type, count: 1 })) }),
});
const cpf = alert("cpf");
const late: Failure = { kind: "late_error" };

/** The notices shown with an answer, and its mark, after answers with these notices. */
function after(before: readonly Failure[], ...notices: readonly Failure[]) {
  const messages = before.map((notice, index) =>
    answer(`a${index}`, "Text.", { notices: [notice] }),
  );
  const last = answer("last", "Text.", { notices: [...notices] });
  const shown = newNotices(last, [userMessage("u", "Question"), ...messages]);
  return { shown, marked: repeatedAlerts(last, shown) };
}

test("a finding is shown in full the first time", () => {
  expect(after([], cpf)).toEqual({ shown: [cpf], marked: [] });
});

test("the same finding again is only a mark", () => {
  expect(after([cpf], cpf)).toEqual({ shown: [], marked: [cpf] });
  expect(after([alert()], alert())).toEqual({ shown: [], marked: [alert()] });
});

test("a new finding beside the known one is shown", () => {
  const both = alert("cpf", "email");
  expect(after([cpf], both)).toEqual({ shown: [both], marked: [] });
  expect(after([cpf, both], alert("email"))).toEqual({ shown: [], marked: [alert("email")] });
});

test("what is found for another reason is new", () => {
  const doubted: Failure = {
    kind: "dlp_alert",
    dlpFindings: [{ type: "cpf", count: 1, doubt: "trial" }],
  };
  expect(after([cpf], doubted).shown).toEqual([doubted]);
});

test("other notices are shown each time", () => {
  expect(after([late], late)).toEqual({ shown: [late], marked: [] });
});
