import { describe, expect, test } from "vitest";

import type { Store } from "../../../src/hubServer/store/store.ts";
import { collect, eventOf, hostileTexts, noon, type StoreFixture } from "./storeFixture.ts";

/** What both databases promise of the audit. */
export function describeAudit(openStore: () => Promise<Store>, fixture: () => StoreFixture): void {
  async function storeWithEvents(count: number): Promise<Store> {
    const store = await openStore();
    for (let index = 1; index <= count; index += 1) {
      await store.audit.append(eventOf({ time: noon + index, detail: { number: index } }));
    }
    return store;
  }

  test("an event is answered as it is kept", async () => {
    const { audit } = await openStore();

    const first = await audit.append(eventOf());
    const second = await audit.append(eventOf({ kind: "auth.fail", app: "vscode" }));

    expect(first).toMatchObject({ ...eventOf(), seq: 1, prevHash: "0".repeat(64) });
    expect(second).toMatchObject({ kind: "auth.fail", seq: 2, prevHash: first.hash });
    expect(await audit.list({}, { limit: 10 })).toEqual([second, first]);
    expect(await audit.head()).toEqual({ seq: 2, hash: second.hash });
  });

  test("the chain has no gap under 50 concurrent appends by two processes", async () => {
    const [one, other] = [await openStore(), await openStore()];

    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? one : other).audit.append(eventOf({ detail: { number: index } })),
      ),
    );

    const events = await collect(one.audit.read({}));
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
    expect(await other.audit.verify()).toMatchObject({ isIntact: true, events: 50 });
  });

  test("the end of a run that comes at once to two processes is one event, until the run goes on", async () => {
    const [one, other] = [await openStore(), await openStore()];
    const event = eventOf({ userId: "ana", tokenId: "t", runId: "r" });
    const end = { kind: "run.end", time: noon, userId: "ana", tokenId: "t", runId: "r" } as const;
    const others = [
      { ...end, userId: "rui" },
      { ...end, runId: "s" },
    ];
    const endTogether = () =>
      Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? one : other).audit.appendRunEnd(end),
        ),
      );

    await one.audit.append(event);
    await endTogether();
    for (const another of others) {
      await other.audit.appendRunEnd(another);
    }
    await endTogether();
    await one.audit.append(event);
    await endTogether();

    const events = await collect(one.audit.read({}));
    expect(events).toMatchObject([event, end, ...others, event, end]);
    expect(await other.audit.verify()).toMatchObject({ isIntact: true, events: 6 });
  });

  test("the end of a run of a token that has no user is one event, too", async () => {
    const { audit } = await openStore();
    const end = { kind: "run.end", time: noon, tokenId: "t", runId: "r" } as const;

    await audit.appendRunEnd(end);
    await audit.appendRunEnd(end);
    await audit.appendRunEnd({ ...end, tokenId: "other" });

    expect(await audit.list({}, { limit: 10 })).toMatchObject([{ tokenId: "other" }, end]);
  });

  test("a conversation that was routed is known to all processes, by its owner and its own id", async () => {
    const [one, other] = [await openStore(), await openStore()];
    const odd = 'a "quoted" \\ id, ä';
    const detail = { action: "route", asked: "big" };
    const alert = { kind: "dlp.alert", time: noon, tokenId: "t" } as const;
    await one.audit.append({ ...alert, userId: "ana", runId: "r", sessionId: "of-a-run", detail });
    await one.audit.append({ ...alert, sessionId: odd, detail });
    await one.audit.append({ ...alert, sessionId: "masked", detail: { action: "mask" } });
    await one.audit.append({ ...alert, kind: "dlp.block", sessionId: "blocked", detail });
    const forged = { app: '"detail":{"action":"route"', sessionId: "forged" };
    await one.audit.append({ ...alert, ...forged, detail: { action: "alert" } });

    const asked = [
      { tokenId: "other", userId: "ana", runId: "r" },
      { tokenId: "t", sessionId: odd },
      { tokenId: "t", userId: "rui", runId: "r" },
      { tokenId: "t", runId: "r" },
      { tokenId: "other", sessionId: odd },
      { tokenId: "t", userId: "ana", runId: "s", sessionId: "of-a-run" },
      ...["masked", "blocked", "forged", "'", ""].map((sessionId) => ({ tokenId: "t", sessionId })),
      { tokenId: "t" },
    ];
    const routed = await Promise.all(asked.map((each) => other.audit.wasRouted(each)));
    expect(routed).toEqual(asked.map((_, index) => index < 2));
  });

  describe("finding", () => {
    test("events by kind, time, token, user, app and model, page by page", async () => {
      const { audit } = await openStore();
      for (const [index, kind] of (["usage", "rate.limit", "usage", "usage"] as const).entries()) {
        await audit.append({
          kind,
          time: noon + index,
          tokenId: `tok-${index % 2}`,
          userId: "ana",
          app: `app-${index}`,
          model: "m",
        });
      }
      const seqs = async (filter: Parameters<typeof audit.list>[0], before?: number) =>
        (await audit.list(filter, { limit: 2, ...(before !== undefined && { before }) })).map(
          ({ seq }) => seq,
        );

      expect(await seqs({ kinds: ["usage"] })).toEqual([4, 3]);
      expect(await seqs({ kinds: ["usage"] }, 3)).toEqual([1]);
      expect(await seqs({ kinds: [] })).toEqual([]);
      expect(await seqs({ from: noon + 1, to: noon + 2 })).toEqual([3, 2]);
      expect(await seqs({ tokenId: "tok-1", userId: "ana", model: "m" })).toEqual([4, 2]);
      expect(await seqs({ app: "app-2" })).toEqual([3]);
      expect(await seqs({ app: "app-2", kinds: ["rate.limit"] })).toEqual([]);
    });

    test("a text in whatever case, where no sign is a wildcard", async () => {
      const { audit } = await openStore();
      for (const what of ["100% de AÇÃO", "100 por cento", "a_b", "axb"]) {
        await audit.append(eventOf({ detail: { what } }));
      }
      const found = async (text: string) =>
        (await audit.list({ text }, { limit: 10 })).map(({ detail }) => detail?.["what"]);

      expect(await found("Ação")).toEqual(["100% de AÇÃO"]);
      expect(await found("100%")).toEqual(["100% de AÇÃO"]);
      expect(await found("A_B")).toEqual(["a_b"]);
      expect(await found("\\")).toEqual([]);
      expect(await found("ADMIN.change")).toHaveLength(4);
    });

    test("more events than one page holds, oldest first", async () => {
      const { audit } = await openStore();
      await Promise.all(
        Array.from({ length: 1_100 }, (_, index) =>
          audit.append(eventOf({ kind: index % 2 === 0 ? "usage" : "rate.limit" })),
        ),
      );

      const events = await collect(audit.read({ kinds: ["usage"] }));

      expect(events).toHaveLength(550);
      expect(events.every(({ seq }, at) => at === 0 || seq > (events[at - 1]?.seq ?? 0))).toBe(
        true,
      );
    });

    test.each(hostileTexts)("hostile text %# is kept unchanged, and found", async (text) => {
      const { audit } = await openStore();
      const part = text.slice(0, 500);
      const event = eventOf({
        requestId: text,
        sessionId: text,
        tokenId: part,
        userId: part,
        app: part,
        model: part,
        findings: [{ kind: "cpf", count: 1, field: text }],
        detail: { [part]: text },
      });

      const record = await audit.append(event);

      expect(record).toMatchObject(event);
      const filter = { tokenId: part, userId: part, app: part, model: part, text: part };
      expect(await audit.list(filter, { limit: 1 })).toEqual([record]);
      expect(await audit.verify()).toMatchObject({ isIntact: true });
    });
  });

  describe("verifying", () => {
    test.each([
      [
        "content",
        "UPDATE audit_event SET body = replace(body, '\"number\":3', '\"number\":9') WHERE seq = 3",
      ],
      ["kind in the index", "UPDATE audit_event SET kind = 'usage' WHERE seq = 3"],
      ["time in the index", "UPDATE audit_event SET time = time + 1 WHERE seq = 3"],
      ["token in the index", "UPDATE audit_event SET token_id = 'another' WHERE seq = 3"],
      ["text in the index", "UPDATE audit_event SET search = '' WHERE seq = 3"],
      ["hash", "UPDATE audit_event SET hash = prev_hash WHERE seq = 3"],
      ["hash before", "UPDATE audit_event SET prev_hash = hash WHERE seq = 3"],
    ])("an event whose %s was changed is found", async (_what, sql) => {
      const store = await storeWithEvents(5);

      await fixture().execute(sql);

      expect(await store.audit.verify()).toMatchObject({ isIntact: false, seq: 3 });
    });

    test("an event taken from the middle is found", async () => {
      const store = await storeWithEvents(5);

      await fixture().execute("DELETE FROM audit_event WHERE seq = 3");

      expect(await store.audit.verify()).toMatchObject({
        isIntact: false,
        seq: 4,
        problem: "Event 3 is missing.",
      });
    });

    test("a beginning that was taken away without a checkpoint is found", async () => {
      const store = await storeWithEvents(5);

      await fixture().execute("DELETE FROM audit_event WHERE seq <= 2");

      expect(await store.audit.verify()).toMatchObject({ isIntact: false, seq: 3 });
    });

    test("an end that was cut off is found by the head beside it", async () => {
      const store = await storeWithEvents(5);

      await fixture().execute("DELETE FROM audit_event WHERE seq >= 4");

      expect(await store.audit.verify()).toMatchObject({
        isIntact: false,
        seq: 3,
        problem: "The newest events are missing: the head is number 5.",
      });
    });

    test("an end that was cut off together with the head is found by a head kept elsewhere", async () => {
      const store = await storeWithEvents(5);
      const kept = await store.audit.head();

      await fixture().execute("DELETE FROM audit_event WHERE seq >= 4");
      await fixture().execute(
        "UPDATE audit_head SET seq = 3, hash = (SELECT hash FROM audit_event WHERE seq = 3)",
      );

      expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 3 });
      expect(await store.audit.verify(kept)).toMatchObject({
        isIntact: false,
        problem: "The expected head, number 5, is not in the chain.",
      });
    });

    test("an older head that was kept elsewhere is still in the chain", async () => {
      const store = await storeWithEvents(3);
      const kept = await store.audit.head();
      await store.audit.append(eventOf());

      expect(await store.audit.verify(kept)).toMatchObject({ isIntact: true, seq: 4 });
      expect(await store.audit.verify({ ...kept, hash: "f".repeat(64) })).toMatchObject({
        isIntact: false,
      });
    });

    test("an audit without events is intact", async () => {
      const { audit } = await openStore();

      expect(await audit.verify(await audit.head())).toEqual({
        isIntact: true,
        seq: 0,
        hash: "0".repeat(64),
        events: 0,
      });
    });
  });

  describe("pruning", () => {
    test("what is left verifies from the checkpoint, again and again", async () => {
      const store = await storeWithEvents(10);

      expect(await store.audit.prune(noon + 5)).toBe(4);
      const kept = await store.audit.head();
      expect(await store.audit.verify(kept)).toMatchObject({ isIntact: true, events: 7, seq: 11 });
      expect(await store.audit.prune(noon + 8)).toBe(3);

      const events = await collect(store.audit.read({}));
      expect(events.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
        "8 admin.change",
        "9 admin.change",
        "10 admin.change",
        "11 chain.checkpoint",
        "12 chain.checkpoint",
      ]);
      expect(events.at(-1)?.detail).toMatchObject({ removed: 3, throughSeq: 7 });
      expect(await store.audit.verify(kept)).toMatchObject({ isIntact: true, events: 5 });
    });

    test("nothing before the time leaves everything, without a checkpoint", async () => {
      const store = await storeWithEvents(3);

      expect(await store.audit.prune(noon)).toBe(0);
      expect(await store.audit.head()).toMatchObject({ seq: 3 });
    });

    test("all events may go, and the chain goes on", async () => {
      const store = await storeWithEvents(3);

      expect(await store.audit.prune(noon + 100)).toBe(3);
      await store.audit.append(eventOf());

      expect(await store.audit.verify()).toMatchObject({ isIntact: true, seq: 5, events: 2 });
    });

    test("more than the checkpoint says cannot be taken", async () => {
      const store = await storeWithEvents(5);
      await store.audit.prune(noon + 3);

      await fixture().execute("DELETE FROM audit_event WHERE seq <= 3");

      expect(await store.audit.verify()).toMatchObject({ isIntact: false, seq: 4 });
    });
  });
}
