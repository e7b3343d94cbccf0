import { expect, test } from "vitest";

import { AskFailure } from "../../../src/completion/usage/limits.ts";
import { answering, TypingLab } from "../../support/typingLab.ts";

const file = "const total = 1;\nconst other = 2;\n";

test("a key is followed by one request after a pause, and its answer is offered", async () => {
  const lab = new TypingLab({ answer: answering("al + other;") }).open(`${file}const sum = to|`);
  const offer = await lab.key("t");
  expect(offer).toEqual({ text: "al + other;", replaces: 0 });
  expect(lab.asked).toHaveLength(1);
  expect(lab.asked[0]).toMatchObject({
    prefix: `${file}const sum = tot`,
    suffix: "",
    stop: ["\n"],
    maxTokens: 48,
  });
});

test("a request is ready before the wait ends, is sent at its end, and never if a key comes between", async () => {
  const lab = new TypingLab({ answer: answering("al + other;"), options: { delayMs: 300 } });
  lab.open(`${file}const sum = to|`);
  void lab.press("t");
  await lab.pass(260);
  expect([lab.prepared.length, lab.asked.length]).toEqual([0, 0]);
  await lab.pass(30);
  expect([lab.prepared.length, lab.asked.length]).toEqual([1, 0]);
  void lab.press("a");
  await lab.pass(290);
  expect([lab.prepared.length, lab.asked.length]).toEqual([2, 0]);
  await lab.pass(10);
  expect([lab.prepared.length, lab.asked.length]).toEqual([2, 1]);
  expect(lab.asked[0]?.prefix).toBe(`${file}const sum = tota`);
});

test("nothing is made ready while nothing may be asked", async () => {
  const limits = { isChatRunning: false, budgetUsed: 0.9 };
  const lab = new TypingLab({ answer: answering("al;"), limits: () => limits });
  await lab.open(`${file}const sum = to|`).key("t");
  expect([lab.prepared.length, lab.asked.length]).toEqual([0, 0]);
  expect(lab.completer.why).toBe("budget");
});

test("typing along a right answer is served from the memory without a request, and nothing of it changes", async () => {
  const lab = new TypingLab({ answer: answering("al + other;") }).open(`${file}const sum = to|`);
  await lab.key("t");
  for (const [index, sign] of Array.from("al + other").entries()) {
    const offer = await lab.press(sign);
    expect(offer?.text).toBe("al + other;".slice(index + 1));
  }
  expect(lab.asked).toHaveLength(1);
  expect(lab.completer.counts.take()).toEqual({ offered: 1, kept: 0 });
  await lab.press(";");
  expect(lab.completer.counts.take()).toEqual({ offered: 0, kept: 1 });
  expect(lab.completer.counts.take()).toBeUndefined();
});

test("a text that the editor would not show is no offer: nothing of it is counted or followed", async () => {
  const lab = new TypingLab({ answer: answering("al + other;") }).open(`${file}const sum = to|`);
  await lab.key("t");
  expect(lab.completer.counts.take()).toEqual({ offered: 1, kept: 0 });
  lab.completer.renew();
  const hidden = { ...lab.moment, canShow: (): boolean => false };
  const offer = lab.completer.complete(hidden, new AbortController().signal);
  await lab.pass(1_000);
  expect(await offer).toBeUndefined();
  expect(lab.asked).toHaveLength(2);
  expect(lab.completer.counts.take()).toBeUndefined();
});

test("an answer under way is kept while the typed text agrees with it, and offered at its end", async () => {
  const lab = new TypingLab({ answer: answering("al + other;", { delayMs: 400 }) });
  lab.open(`${file}const sum = to|`);
  void lab.press("t");
  await lab.pass(500);
  const offered = lab.press("a");
  await lab.pass(400);
  expect(await offered).toEqual({ text: "l + other;", replaces: 0 });
  expect(lab.asked).toHaveLength(1);
});

test("an answer that disagrees with what was typed is ended, and another is asked", async () => {
  const lab = new TypingLab({
    answer: (_, count) => ({
      pieces: count === 1 ? ["al + ", "other;"] : ["hing();"],
      delayMs: 100,
      betweenMs: 2_000,
    }),
  }).open(`${file}const sum = to|`);
  void lab.press("t");
  await lab.pass(600);
  const offer = await lab.key("X");
  expect(offer?.text).toBe("hing();");
  expect(lab.cancelled).toBe(1);
});

test("the editor asks twice for one key, and the hub is asked once", async () => {
  const lab = new TypingLab({ answer: answering("al + other;") }).open(`${file}const sum = to|`);
  const first = lab.press("t");
  const second = lab.completer.complete(lab.moment, new AbortController().signal);
  await lab.pass(1_000);
  expect([await first, await second].map((offer) => offer?.text)).toEqual([
    "al + other;",
    "al + other;",
  ]);
  expect(lab.asked).toHaveLength(1);
});

test("the same text before the cursor with another behind it is another place", async () => {
  const lab = new TypingLab({ answer: answering("al + other;") }).open(`${file}const sum = to|`);
  await lab.key("t");
  lab.close("\nconst changed = 3;");
  void lab.look();
  await lab.pass(1_000);
  expect(lab.asked).toHaveLength(2);
});

test("after a click elsewhere and back nothing stale is offered for a changed line", async () => {
  const lab = new TypingLab({ answer: answering("al + other;") }).open(`${file}const sum = to|`);
  await lab.key("t");
  lab.completer.left(lab.file);
  lab.open(`${file}const summe = to|`);
  const offered = lab.press("X");
  await lab.pass(50);
  expect(lab.asked).toHaveLength(1);
  await lab.pass(1_000);
  await offered;
  expect(lab.asked).toHaveLength(2);
});

test("an answer that breaks off is offered in whole lines only", async () => {
  const lab = new TypingLab({
    answer: () => ({
      pieces: ["const a = 1;\n  const b = 2;\n  retu", new AskFailure("server")],
      delayMs: 50,
    }),
  }).open("function sum() {\n  |\n}\n");
  const offered = lab.look({ isInvoked: true });
  await lab.pass(1_000);
  expect((await offered)?.text).toBe("const a = 1;\n  const b = 2;");
});

test("one line that breaks off is not offered", async () => {
  const lab = new TypingLab({
    answer: () => ({ pieces: ["al + oth", new AskFailure("server")] }),
  }).open(`${file}const sum = to|`);
  expect(await lab.key("t")).toBeUndefined();
});

test("several lines are offered 400 ms after the first, and what comes later follows them", async () => {
  const lab = new TypingLab({
    answer: () => ({
      pieces: ["const a = 1;\n", "  const b = 2;\n", "  return a + b;\n}"],
      delayMs: 100,
      betweenMs: 500,
    }),
  }).open("function sum() {\n  |\n}\n");
  const offered = lab.look({ isInvoked: true });
  await lab.pass(520);
  expect((await offered)?.text).toBe("const a = 1;");
  await lab.pass(2_000);
  const rest = await lab.press("const a = 1;");
  expect(rest?.text).toBe("\n  const b = 2;\n  return a + b;");
  expect(lab.asked).toHaveLength(1);
});

test("an answer that takes more than three seconds is given up", async () => {
  const lab = new TypingLab({ answer: answering("al;", { delayMs: 9_000 }) });
  lab.open(`${file}const sum = to|`);
  expect(await lab.key("t", 4_000)).toBeUndefined();
  expect(lab.cancelled).toBe(1);
});

test("brackets that the editor closes do not end what was offered", async () => {
  const lab = new TypingLab({ answer: answering("um(total, other).toFixed(2);") });
  lab.open(`${file}const sum = |`);
  await lab.key("s");
  await lab.press("u");
  await lab.press("m");
  lab.close(")");
  const offer = await lab.press("(");
  expect(offer).toEqual({ text: "total, other).toFixed(2);", replaces: 1 });
  expect(lab.asked).toHaveLength(1);
});

test("where a text was rejected and nothing changed, nothing is asked or offered again", async () => {
  const lab = new TypingLab({
    answer: (_, count) => ({ pieces: [count === 1 ? "al + other;" : "yz();"], delayMs: 50 }),
  }).open(`${file}const sum = to|`);
  await lab.key("t");
  await lab.key("X");
  const asked = lab.asked.length;
  const again = lab.backspace();
  await lab.pass(1_000);
  expect(await again).toBeUndefined();
  expect(lab.asked).toHaveLength(asked);
});

test("after a paste, an undo or a change in several places nothing is asked", async () => {
  const lab = new TypingLab({ answer: answering("al;") }).open(`${file}const sum = to|`);
  const start = { line: 2, column: 14 };
  lab.completer.changed(lab.file, [{ start, removed: 0, text: "x".repeat(41) }]);
  expect(await lab.look()).toBeUndefined();
  lab.completer.changed(lab.file, [{ start, removed: 0, text: "x" }], true);
  expect(await lab.look()).toBeUndefined();
  lab.completer.changed(lab.file, [
    { start, removed: 0, text: "x" },
    { start, removed: 0, text: "x" },
  ]);
  expect(await lab.look()).toBeUndefined();
  expect(lab.completer.why).toBe("notTyped");
  expect(lab.asked).toHaveLength(0);
});

test("earlier cells of a notebook are what the file begins with", async () => {
  const lab = new TypingLab({ answer: answering("al()") }).open("total = to|");
  void lab.look({ isInvoked: true, lead: "import numpy\n\n", language: "python" });
  await lab.pass(500);
  expect(lab.asked[0]?.prefix).toBe("import numpy\n\ntotal = to");
});

test.each(["stop", "renew"] as const)(
  "after `%s` nobody who still waits sends a request",
  async (end) => {
    const lab = new TypingLab({ answer: answering("al + other;") }).open(`${file}const sum = to|`);
    const offered = lab.press("t");
    await lab.pass(50);
    lab.completer[end]();
    await lab.pass(2_000);
    expect(await offered).toBeUndefined();
    expect(lab.asked).toHaveLength(0);
  },
);

test("lines that came from the hub before are not offered once another is connected", async () => {
  const lab = new TypingLab({
    answer: (_, count) => ({
      pieces: count === 1 ? ["const old = 1;\n  retu", "rn old;"] : ["const fresh = 2;"],
      delayMs: 50,
      betweenMs: 300,
    }),
  }).open("function sum() {\n  |\n}\n");
  void lab.look({ isInvoked: true });
  await lab.pass(100);
  lab.completer.renew();
  await lab.pass(50);
  const offered = lab.look({ isInvoked: true });
  await lab.pass(1_000);
  expect((await offered)?.text).toBe("const fresh = 2;");
});

test("a hole comes with the file that it is in", async () => {
  const files: string[] = [];
  const lab = new TypingLab({
    answer: (_, count, of) => ({ pieces: [`al${count};`], delayMs: files.push(of) }),
  }).open(`${file}const sum = to|`);
  await lab.key("t");
  expect(files).toEqual(["file:///w/a.ts"]);
});
