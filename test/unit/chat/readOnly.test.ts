import { expect, test } from "vitest";

import { SessionLab } from "../../support/sessionLab.ts";

test("a conversation that a newer version wrote takes nothing that would not be kept", async () => {
  const lab = new SessionLab();
  const { session: writable } = await lab.open();
  writable.send("Hi", [], "m");
  await lab.call(0).answer("Hello");
  await writable.close();
  lab.store.isReadOnly = true;

  const { session } = await lab.open();
  const [question, answer] = session.conversation.messages;
  const refused = { ok: false, reason: "readOnly" };
  expect(session.send("More", [], "m")).toEqual(refused);
  expect(session.editMessage(question?.id ?? "", "Else", "m")).toEqual(refused);
  expect(session.regenerate(answer?.id ?? "", "m")).toEqual(refused);
  expect(session.continueAnswer(answer?.id ?? "", "m")).toEqual(refused);
  expect(session.conversation.messages).toHaveLength(2);
  expect(lab.calls).toHaveLength(1);
});
