import { beforeAll, beforeEach, expect, test } from "vitest";

import type { ChatSession } from "../../../src/chat/chatSession.ts";
import { TitleMaker } from "../../../src/chat/titleMaker.ts";
import { HubError } from "../../../src/hub/errors/hubError.ts";
import type { Disposable } from "../../../src/shared/base/lifecycle.ts";
import type { HubModel } from "../../../src/shared/hubApi/model.ts";
import { SessionLab, settle } from "../../support/sessionLab.ts";

const mini: HubModel = { id: "gpt-mini", name: "gpt-mini", capabilities: {} };

let lab: SessionLab;
let session: ChatSession;
let isWanted: boolean;
let models: readonly HubModel[];
let naming: Disposable;

// Loaded once, it comes at once: then `settle` waits for it, also where nothing must be asked.
beforeAll(async () => await import("../../../src/chat/generatedTitle.ts"));

beforeEach(async () => {
  lab = new SessionLab();
  ({ session } = await lab.open());
  isWanted = true;
  models = [mini];
  const maker = new TitleMaker({
    streamChat: lab.streamChat,
    isWanted: () => isWanted,
    models: () => Promise.resolve(models),
    newId: () => "key",
  });
  naming = maker.watch(session);
});

async function ask(question: string, answer = "Because."): Promise<void> {
  session.send(question, [], "large");
  await lab.call(-1).answer(answer);
  await settle();
}

test("a conversation is named after its first answer, by one request to a small model", async () => {
  await ask("Why does retry.ts hang when the hub is down?");
  const { request, options } = lab.call(1);
  expect(request).toMatchObject({ model: "gpt-mini", maxOutputTokens: 256 });
  expect(options).toMatchObject({ conversationId: "c1", idempotencyKey: "key" });
  await lab.call(1).answer('**"Hanging retries in retry.ts."**\n');
  expect(session.conversation.title).toBe("Hanging retries in retry.ts");
  await ask("And now?");
  expect(lab.calls.length).toBe(3);
});

test("what is sensitive in the question and in the name is masked", async () => {
  await ask("Who has the CPF 529.982.247-25?");
  expect(JSON.stringify(lab.call(1).request)).not.toContain("529.982.247-25");
  await lab.call(1).answer("Holder of CPF 529.982.247-25");
  expect(session.conversation.title).not.toContain("529.982.247-25");
});

test.each([
  ["the person does not want it", () => (isWanted = false)],
  ["no model is known to be small", () => (models = [{ ...mini, id: "gpt-large" }])],
  ["the person named it meanwhile", () => session.rename("Mine")],
])("nothing is asked if %s", async (_, change) => {
  session.send("Why?", [], "large");
  change();
  await lab.call(0).answer("Because.");
  await settle();
  expect(lab.calls.length).toBe(1);
});

test("an answer that failed or was stopped names nothing", async () => {
  session.send("Why?", [], "large");
  await lab.call(0).say(new HubError({ kind: "upstream_error" }));
  await settle();
  session.regenerate(session.conversation.messages[0]?.id ?? "", "large");
  await lab.call(1).answer("Because.");
  await settle();
  expect(lab.calls.length).toBe(2);
});

test("a hub that fails is not asked again, neither for this name nor for another", async () => {
  await ask("Why does it hang?");
  lab.call(1).options.onRetry?.({ attempt: 2, delayMs: 1, failure: { kind: "overloaded" } });
  expect(lab.call(1).options.signal.aborted).toBe(true);
  await lab.call(1).say(new HubError({ kind: "overloaded" }));
  expect(session.conversation.title).toBe("Why does it hang?");
});

test.each([
  ["a whole essay", "word ".repeat(60)],
  ["nothing", "  \n"],
])("%s is no name", async (_, text) => {
  await ask("Why?");
  await lab.call(1).answer(text);
  expect(session.conversation.title).toBe("Why?");
});

test("a name that was cut off is not taken, nor one that comes after the person's own", async () => {
  await ask("Why?");
  session.rename("Mine");
  await lab.call(1).answer("Other");
  expect(session.conversation.title).toBe("Mine");
});

test("the request ends with the conversation", async () => {
  await ask("Why?");
  naming.dispose();
  expect(lab.call(1).options.signal.aborted).toBe(true);
  await lab.call(1).answer("Late");
  expect(session.conversation.title).toBe("Why?");
});
