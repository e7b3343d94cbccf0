import { expect, test } from "vitest";

import { Composer } from "../../../../src/webview/page/state/composer.ts";
import { PageMemory } from "../../../../src/webview/page/state/pageMemory.ts";
import { deferred } from "../../../support/deferred.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

interface Fixture {
  readonly composer: Composer;
  readonly clock: FakeClock;
  readonly saved: [string, string][];
  readonly memory: () => unknown;
}

function fixture({ stored, fails = false }: { stored?: unknown; fails?: boolean } = {}): Fixture {
  let state = stored;
  const clock = new FakeClock();
  const saved: [string, string][] = [];
  const memory = new PageMemory({
    read: () => state,
    write: (next) => {
      state = next;
    },
  });
  const composer = new Composer({
    clock,
    memory,
    saveDraft: (id, { text }) => {
      saved.push([id, text]);
      return fails ? Promise.reject(new Error("closed")) : Promise.resolve();
    },
  });
  return { composer, clock, saved, memory: () => state };
}

test("typing is remembered at once and saved when it pauses", () => {
  const { composer, clock, saved, memory } = fixture();
  composer.enter("c1", { text: "", version: 0 });
  composer.type("a");
  clock.advance(200);
  composer.type("ab");
  expect(memory()).toEqual({ conversationId: "c1", unsavedDraft: { text: "ab", version: 2 } });
  clock.advance(249);
  expect(saved).toEqual([]);
  clock.advance(1);
  expect(saved).toEqual([["c1", "ab"]]);
});

test("a draft that the host has is no longer remembered by the page", async () => {
  const { composer, memory } = fixture();
  composer.enter("c1", { text: "", version: 0 });
  composer.type("a");
  composer.saveNow();
  await Promise.resolve();
  await Promise.resolve();
  expect(memory()).toEqual({ conversationId: "c1" });
});

test("a draft that the host could not take stays remembered", async () => {
  const { composer, memory } = fixture({ fails: true });
  composer.enter("c1", { text: "", version: 0 });
  composer.type("a");
  composer.saveNow();
  await Promise.resolve();
  await Promise.resolve();
  expect(memory()).toEqual({ conversationId: "c1", unsavedDraft: { text: "a", version: 1 } });
});

test("what the page remembers of this conversation goes before the host's draft, of another it does not", () => {
  const stored = { conversationId: "c1", unsavedDraft: { text: "newer", version: 2 } };
  const same = fixture({ stored });
  same.composer.enter("c1", { text: "older", version: 0 });
  expect(same.composer.text.value).toBe("newer");
  expect(same.saved).toEqual([["c1", "newer"]]);
  const other = fixture({ stored });
  other.composer.enter("c2", { text: "its own", version: 0 });
  expect(other.composer.text.value).toBe("its own");
});

test("a copy of what was sent, or saved since, does not come back", () => {
  const stored = { conversationId: "c1", unsavedDraft: { text: "sent", version: 2 } };
  const { composer, saved, memory } = fixture({ stored });
  composer.enter("c1", { text: "", version: 2 });
  expect(composer.text.value).toBe("");
  expect(saved).toEqual([]);
  expect(memory()).toEqual({ conversationId: "c1" });
});

test("what is typed before the conversation is known is kept behind its draft", () => {
  const { composer, saved } = fixture();
  composer.type("early");
  composer.enter("c1", { text: "draft ", version: 0 });
  expect(composer.text.value).toBe("draft early");
  expect(saved).toEqual([["c1", "draft early"]]);
});

test("what is typed while a message is on its way stays", async () => {
  const { composer, memory } = fixture();
  composer.enter("c1", { text: "", version: 0 });
  composer.type("first");
  await composer.send(({ text }) => {
    expect(text).toBe("first");
    composer.type("first, then more");
    return Promise.resolve(true);
  });
  expect(composer.text.value).toBe(", then more");
  expect(memory()).toEqual({
    conversationId: "c1",
    unsavedDraft: { text: ", then more", version: 3 },
  });
});

test("a message that is taken when another conversation is shown takes nothing from the draft of that one", async () => {
  const { composer } = fixture();
  composer.enter("c1", { text: "", version: 0 });
  composer.type("Hi");
  await composer.send(() => {
    composer.enter("c2", { text: "Hi there", version: 4 });
    return Promise.resolve(true);
  });
  expect(composer.text.value).toBe("Hi there");
});

test("a message that was not taken stays, and is saved again", async () => {
  const { composer, clock, saved } = fixture();
  composer.enter("c1", { text: "", version: 0 });
  composer.type("first");
  await composer.send(() => Promise.resolve(false));
  expect(composer.text.value).toBe("first");
  expect(composer.isSending.value).toBe(false);
  clock.advance(250);
  expect(saved).toEqual([["c1", "first"]]);
});

test("a saved draft never overtakes the message that was sent", async () => {
  const { composer, clock, saved } = fixture();
  composer.enter("c1", { text: "", version: 0 });
  composer.type("first");
  await composer.send(() => Promise.resolve(true));
  clock.advance(1000);
  expect(saved).toEqual([]);
});

test("long text stands beside the text box and goes along whole", () => {
  const { composer, memory } = fixture();
  const long = "x".repeat(200_000);
  composer.enter("c1", { text: "", version: 0 });
  composer.type("Look:");
  expect(composer.takeLong("short")).toBe(false);
  expect(composer.takeLong(long)).toBe(true);
  expect(composer.typed.value).toBe("Look:");
  expect(composer.text.value).toBe(`Look:\n\n${long}`);
  expect(memory()).toEqual({ conversationId: "c1" });
  composer.removeLong();
  expect(composer.text.value).toBe("Look:");
});

test("unreadable memory counts as none", () => {
  const { composer } = fixture({ stored: { conversationId: 7, place: "x" } });
  composer.enter("c1", { text: "draft", version: 0 });
  expect(composer.text.value).toBe("draft");
});

test("a message that could not be delivered goes into the conversation that was opened meanwhile, before what is typed there", async () => {
  const { composer, saved, clock } = fixture();
  composer.enter("c1", { text: "", version: 0 });
  composer.type("precious");
  const answer = deferred<boolean>();
  const sent = composer.send(() => answer.promise);
  composer.enter("c2", { text: "its own", version: 4 });
  answer.resolve(false);
  await sent;
  clock.advance(250);
  expect(composer.text.value).toBe("precious\n\nits own");
  expect(saved).toEqual([
    ["c1", "precious"],
    ["c1", ""],
    ["c2", "precious\n\nits own"],
  ]);
});

test("a message that was taken does not follow into the conversation that was opened meanwhile", async () => {
  const { composer } = fixture();
  composer.enter("c1", { text: "", version: 0 });
  composer.type("delivered");
  const answer = deferred<boolean>();
  const sent = composer.send(() => answer.promise);
  composer.enter("c2", { text: "its own", version: 4 });
  answer.resolve(true);
  await sent;
  expect(composer.text.value).toBe("its own");
});

test("what is written after another conversation was asked for goes along to it, what was written before stays", () => {
  const { composer, saved } = fixture();
  composer.enter("c1", { text: "", version: 0 });
  composer.type("for the first");
  composer.expectSwitch();
  composer.type("for the second");
  composer.enter("c2", { text: "", version: 0 });
  expect(composer.text.value).toBe("for the second");
  expect(saved).toEqual([
    ["c1", "for the first"],
    ["c1", "for the first"],
    ["c2", "for the second"],
  ]);
});

test("a draft that nobody touches after another conversation was asked for stays where it is", () => {
  const { composer, saved } = fixture();
  composer.enter("c1", { text: "", version: 0 });
  composer.type("stays");
  composer.expectSwitch();
  composer.enter("c2", { text: "", version: 0 });
  expect(composer.text.value).toBe("");
  expect(saved).toEqual([["c1", "stays"]]);
});

test("a question that the host wrote into the chat that is shown is taken, and what was typed later stays", () => {
  const { composer } = fixture();
  composer.enter("c1", { text: "", version: 0 });
  composer.enter("c1", { text: "Explain this", version: 1 });
  expect(composer.text.value).toBe("Explain this");
  composer.type("Explain this well");
  composer.enter("c1", { text: "Explain this", version: 1 });
  expect(composer.text.value).toBe("Explain this well");
});
