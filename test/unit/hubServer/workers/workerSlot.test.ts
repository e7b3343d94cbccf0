import { Socket } from "node:net";
import { duplexPair } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";

import { expect, test } from "vitest";

import { OpenRequestCounts } from "../../../../src/hubServer/governance/budgets/arrivals.ts";
import { FrameChannel } from "../../../../src/hubServer/workers/frames.ts";
import type { FromWorker, ToWorker } from "../../../../src/hubServer/workers/messages.ts";
import type { ApiStore } from "../../../../src/hubServer/workers/storeCalls.ts";
import { WorkerSlot } from "../../../../src/hubServer/workers/workerSlot.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const start = { config: "{}", nonce: "n", local: undefined, port: 4_000 };

/** A process that a test plays. */
class PlayedWorker {
  readonly messages: ToWorker[] = [];
  readonly given: Socket[] = [];
  #channel: FrameChannel | undefined;
  #exit: ((how: string) => void) | undefined;
  isAlive = true;
  answersPings = true;

  readonly process = {
    pid: 1,
    kill: () => this.exit("SIGKILL"),
    give: (connection: Socket) => {
      this.given.push(connection);
    },
    onExit: (listener: (how: string) => void) => {
      this.#exit = listener;
    },
  };

  /** Shows itself to its slot and says that it is ready. */
  begin(slot: WorkerSlot): void {
    const [own, first] = duplexPair();
    this.#channel = new FrameChannel(own, {
      onValue: (value) => this.#take(value as ToWorker),
      onClose: () => undefined,
    });
    slot.join(first, Buffer.alloc(0));
    this.send({ kind: "ready" });
  }

  fail(slot: WorkerSlot, message: string): void {
    const [own, first] = duplexPair();
    const listener = { onValue: () => undefined, onClose: () => undefined };
    this.#channel = new FrameChannel(own, listener);
    slot.join(first, Buffer.alloc(0));
    this.send({ kind: "failed", message });
  }

  send(message: FromWorker): void {
    this.#channel?.send(message);
  }

  exit(how: string): void {
    if (this.isAlive) {
      this.isAlive = false;
      this.#channel?.close();
      this.#exit?.(how);
    }
  }

  #take(message: ToWorker): void {
    this.messages.push(message);
    if (message.kind === "order" && this.answersPings) {
      this.send({ kind: "done", id: message.id, text: "" });
    }
  }
}

class SlotLab {
  readonly clock = new FakeClock();
  readonly workers: PlayedWorker[] = [];
  readonly errors: string[] = [];
  timesFree = 0;
  #secrets = 0;
  readonly slot = new WorkerSlot({
    number: 3,
    clock: this.clock,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing here asks the store
    store: { records: {}, ledger: {}, audit: {} } as unknown as ApiStore,
    openRequests: new OpenRequestCounts(),
    fork: () => {
      const worker = new PlayedWorker();
      this.workers.push(worker);
      return worker.process;
    },
    newSecret: () => {
      this.#secrets += 1;
      return `secret-${this.#secrets}`;
    },
    onError: (message) => this.errors.push(message),
    onFree: () => {
      this.timesFree += 1;
    },
  });

  get newest(): PlayedWorker {
    const worker = this.workers.at(-1);
    if (!worker) {
      throw new Error("no worker was started");
    }
    return worker;
  }

  /** Starts the slot with a worker that is ready. */
  start(): Promise<void> {
    const started = this.slot.start("/socket", start);
    this.newest.begin(this.slot);
    return started;
  }

  /** Lets time pass, with the messages that go to and fro meanwhile. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      this.clock.advance(Math.min(1_000, left));
      await turn();
      await turn();
    }
  }
}

test("a worker that dies has a successor with another secret", async () => {
  const lab = new SlotLab();
  await lab.start();
  const { secret } = lab.slot;
  lab.newest.exit("SIGKILL");
  expect(lab.errors).toEqual(["Worker 3 (process 1) ended (SIGKILL); another starts in 250 ms."]);
  expect(lab.slot.secret).toBeUndefined();
  lab.clock.advance(250);
  expect(lab.workers).toHaveLength(2);
  expect(lab.slot.secret).not.toBe(secret);
  lab.newest.begin(lab.slot);
  await turn();
  expect(lab.newest.messages[0]).toMatchObject({ kind: "start", start: { port: 4_000 } });
});

test("the waits double while workers end at once, up to 30 s, and begin anew after one that lived", async () => {
  const lab = new SlotLab();
  await lab.start();
  const waits: (string | undefined)[] = [];
  for (let count = 0; count < 9; count += 1) {
    lab.newest.exit("code 1");
    waits.push(/in (\d+) ms/u.exec(lab.errors.at(-1) ?? "")?.[1]);
    lab.clock.advance(30_000);
  }
  expect(waits.map(Number)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  lab.newest.begin(lab.slot);
  await lab.pass(61_000);
  lab.newest.exit("code 1");
  expect(lab.errors.at(-1)).toContain("another starts in 250 ms");
});

test("a worker that hangs is ended after four pings without an answer; one that answers goes on", async () => {
  const lab = new SlotLab();
  await lab.start();
  await lab.pass(60_000);
  expect(lab.newest.isAlive).toBe(true);
  lab.newest.answersPings = false;
  await lab.pass(16_000);
  expect(lab.workers[0]?.isAlive).toBe(false);
  expect(lab.errors[0]).toBe("Worker 3 hangs: its process is ended.");
  lab.clock.advance(250);
  expect(lab.workers).toHaveLength(2);
});

test("a successor that never shows itself is ended after a minute; one that is slow to start is not", async () => {
  const lab = new SlotLab();
  await lab.start();
  lab.newest.exit("SIGKILL");
  lab.clock.advance(250);
  await lab.pass(62_000);
  expect(lab.workers.map(({ isAlive }) => isAlive)).toEqual([false, true]);
  await lab.pass(1_000);
  expect(lab.workers.map(({ isAlive }) => isAlive)).toEqual([false, false]);
  expect(lab.errors.slice(1)).toEqual([
    "Worker 3 hangs: its process is ended.",
    "Worker 3 (process 1) ended (SIGKILL); another starts in 250 ms.",
  ]);
  lab.clock.advance(250);
  await lab.pass(40_000);
  lab.newest.begin(lab.slot);
  await lab.pass(60_000);
  expect(lab.newest.isAlive).toBe(true);
});

test("a worker that cannot start fails the first start with its own words, and no other starts", async () => {
  const lab = new SlotLab();
  const started = lab.slot.start("/socket", start);
  lab.newest.fail(lab.slot, "Port 80 is in use.");
  await expect(started).rejects.toThrow("Port 80 is in use.");
  const stopped = lab.slot.stop(0);
  lab.newest.exit("code 1");
  await stopped;
  lab.clock.advance(60_000);
  expect(lab.workers).toHaveLength(1);
});

test("a worker that ends before it is ready fails the first start", async () => {
  const lab = new SlotLab();
  const started = lab.slot.start("/socket", start);
  lab.newest.exit("code 1");
  await expect(started).rejects.toThrow("Worker 3 ended at its start (code 1).");
});

test("a stop waits for the process, ends it after the drain, and starts no other", async () => {
  const lab = new SlotLab();
  await lab.start();
  const stopped = lab.slot.stop(8_000);
  await turn();
  expect(lab.newest.messages.at(-1)).toEqual({ kind: "stop", drainMs: 8_000 });
  lab.clock.advance(8_999);
  expect(lab.newest.isAlive).toBe(true);
  lab.clock.advance(1);
  expect(lab.newest.isAlive).toBe(false);
  await stopped;
  lab.clock.advance(60_000);
  expect(lab.workers).toHaveLength(1);
  expect(lab.clock.pendingTimers).toBe(0);
});

test("a worker is given the next connection when it has taken the one before", async () => {
  const lab = new SlotLab();
  expect(lab.slot.isFree).toBe(false);
  await lab.start();
  expect([lab.slot.isFree, lab.timesFree]).toEqual([true, 1]);
  const connection = new Socket();
  lab.slot.give(connection);
  expect(lab.slot.isFree).toBe(false);
  lab.newest.send({ kind: "taken" });
  await turn();
  expect([lab.newest.given, lab.slot.isFree, lab.timesFree]).toEqual([[connection], true, 2]);
  expect(connection.destroyed).toBe(true);
});

test("a connection that a worker did not take before it ended is cut", async () => {
  const lab = new SlotLab();
  await lab.start();
  const connection = new Socket();
  lab.slot.give(connection);
  expect(connection.destroyed).toBe(false);
  lab.newest.exit("SIGKILL");
  expect([lab.slot.isFree, connection.destroyed]).toEqual([false, true]);
});

test("a stop between two workers starts none", async () => {
  const lab = new SlotLab();
  await lab.start();
  lab.newest.exit("SIGSEGV");
  await lab.slot.stop(8_000);
  lab.clock.advance(60_000);
  expect(lab.workers).toHaveLength(1);
});

test("the end of an old channel that is noticed late does not end the successor", async () => {
  const lab = new SlotLab();
  await lab.start();
  lab.newest.exit("SIGKILL");
  lab.clock.advance(250);
  lab.newest.begin(lab.slot);
  await lab.pass(2_000);
  expect(lab.workers.map(({ isAlive }) => isAlive)).toEqual([false, true]);
});

test("an order to a worker that dies is answered with nothing", async () => {
  const lab = new SlotLab();
  await lab.start();
  lab.newest.answersPings = false;
  const asked = lab.slot.ask("metrics");
  lab.newest.exit("SIGKILL");
  expect(await asked).toBeUndefined();
  expect(await lab.slot.ask("forget")).toBeUndefined();
});
