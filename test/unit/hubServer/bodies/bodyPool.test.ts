import { describe, expect, test } from "vitest";

import type { BodyJob, BodyOutcome } from "../../../../src/hubServer/bodies/bodyJobs.ts";
import { BodyPool, type BodyThread } from "../../../../src/hubServer/bodies/bodyPool.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

/** A thread that answers when it is told to. */
class FakeThread implements BodyThread {
  readonly jobs: BodyJob[] = [];
  isTerminated = false;
  #tell: (outcome: BodyOutcome) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #exit: () => void = () => undefined;

  postMessage(job: BodyJob): void {
    this.jobs.push(job);
  }

  on(event: "message" | "error" | "exit", listener: (value: never) => void): void {
    if (event === "message") {
      this.#tell = listener as (outcome: BodyOutcome) => void;
    } else if (event === "error") {
      this.#fail = listener as (error: unknown) => void;
    } else {
      this.#exit = listener as () => void;
    }
  }

  terminate(): Promise<void> {
    this.isTerminated = true;
    return Promise.resolve();
  }

  answer(): void {
    this.#tell({ kind: "refused", status: 400, message: "done", options: {} });
  }

  crash(): void {
    this.#fail(new Error("out of memory"));
  }

  end(): void {
    this.#exit();
  }
}

function poolOf(size: number): {
  readonly pool: BodyPool;
  readonly threads: FakeThread[];
  readonly clock: FakeClock;
  /** Sends a body of a token; gives the status that it ends with, once it has one. */
  readonly send: (owner: string, name: string, signal?: AbortSignal) => { status?: number };
} {
  const threads: FakeThread[] = [];
  const clock = new FakeClock();
  const start = (): FakeThread => {
    const thread = new FakeThread();
    threads.push(thread);
    return thread;
  };
  const pool = new BodyPool({ clock, size, start });
  const stays = new AbortController().signal;
  const send = (owner: string, name: string, signal = stays): { status?: number } => {
    const sent: { status?: number } = {};
    const job = { kind: "readEmbedding", bytes: new TextEncoder().encode(name) } as const;
    pool.run({ owner, signal }, job).catch((error: unknown) => {
      sent.status = (error as { status: number }).status;
    });
    return sent;
  };
  return { pool, threads, clock, send };
}

function namesOf(thread: FakeThread | undefined): readonly string[] {
  return (thread?.jobs ?? []).map(({ bytes }) => new TextDecoder().decode(bytes));
}

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe("threads that read large bodies", () => {
  test("no thread is there before it is needed, and no more than there may be", () => {
    const { threads, send } = poolOf(2);
    expect(threads).toHaveLength(0);
    for (const owner of ["a", "b", "c"]) {
      send(owner, owner);
    }
    expect(threads.map(namesOf)).toEqual([["a"], ["b"]]);
  });

  test("one token has one body in work, whatever is free, and the tokens take turns", () => {
    const { threads, send } = poolOf(1);
    for (const [owner, name] of [
      ["a", "a1"],
      ["a", "a2"],
      ["a", "a3"],
      ["b", "b1"],
      ["c", "c1"],
    ]) {
      send(owner ?? "", name ?? "");
    }
    for (let turn = 0; turn < 4; turn += 1) {
      threads[0]?.answer();
    }
    expect(namesOf(threads[0])).toEqual(["a1", "b1", "c1", "a2", "a3"]);
    const wide = poolOf(2);
    wide.send("a", "a1");
    wide.send("a", "a2");
    expect(wide.threads).toHaveLength(1);
    wide.send("b", "b1");
    expect(wide.threads.map(namesOf)).toEqual([["a1"], ["b1"]]);
  });

  test("a token that sends without end is told so; others are not", async () => {
    const { threads, send } = poolOf(1);
    const sent = Array.from({ length: 12 }, (_, index) => send("a", `a${index}`));
    const other = send("b", "b");
    await settled();
    expect(sent.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 9 }, () => undefined),
      429,
      429,
      429,
    ]);
    expect(other.status).toBeUndefined();
    threads[0]?.answer();
    expect(namesOf(threads[0])).toContain("b");
  });

  test("a body that takes too long is given up with its thread, and the next goes on in another", async () => {
    const { threads, send, clock } = poolOf(1);
    const slow = send("a", "slow");
    send("b", "next");
    clock.advance(30_000);
    await settled();
    expect(slow.status).toBe(413);
    expect(threads[0]?.isTerminated).toBe(true);
    expect(namesOf(threads[1])).toEqual(["next"]);
  });

  test("a thread that dies takes only its own body with it", async () => {
    const { threads, send } = poolOf(1);
    const first = send("a", "first");
    const second = send("a", "second");
    threads[0]?.crash();
    await settled();
    expect([first.status, second.status]).toEqual([413, undefined]);
    expect(namesOf(threads[1])).toEqual(["second"]);
    threads[1]?.answer();
    await settled();
    expect(second.status).toBe(400);
  });

  test("a thread that was given up is not used again, though its result still arrives", async () => {
    const { threads, send, clock } = poolOf(1);
    send("a", "slow");
    clock.advance(30_000);
    threads[0]?.answer();
    const next = send("a", "next");
    expect(threads.map(namesOf)).toEqual([["slow"], ["next"]]);
    threads[1]?.answer();
    await settled();
    expect(next.status).toBe(400);
  });

  test("a thread that ends by itself is not used again, and takes its body with it", async () => {
    const { threads, send } = poolOf(1);
    send("a", "first");
    threads[0]?.answer();
    threads[0]?.end();
    const second = send("a", "second");
    expect(threads.map(namesOf)).toEqual([["first"], ["second"]]);
    threads[1]?.end();
    await settled();
    expect(second.status).toBe(413);
  });

  test("the waiting body of a client that has left is dropped, and makes room for another", async () => {
    const { threads, send } = poolOf(1);
    const left = new AbortController();
    const inWork = send("a", "in work", left.signal);
    const waiting = Array.from({ length: 8 }, (_, index) =>
      send("a", `left ${index}`, left.signal),
    );
    left.abort();
    const late = send("a", "left before", left.signal);
    const stays = send("a", "stays");
    await settled();
    expect([...waiting, late].map(({ status }) => status)).toEqual(
      Array.from({ length: 9 }, () => 499),
    );
    threads[0]?.answer();
    expect(namesOf(threads[0])).toEqual(["in work", "stays"]);
    threads[0]?.answer();
    await settled();
    expect([inWork.status, stays.status]).toEqual([400, 400]);
  });

  test("closing ends every thread", async () => {
    const { pool, threads, send } = poolOf(2);
    send("a", "a");
    send("b", "b");
    threads[0]?.answer();
    await pool.close();
    expect(threads.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
  });
});
