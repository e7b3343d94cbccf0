import { expect, test } from "vitest";

import { FlushScheduler, type FlushTask } from "../../../../src/webview/markdown/flushScheduler.ts";

/** Frames that come when the test says so, on a clock that the tasks move. */
class Frames {
  time = 0;
  #callback: (() => void) | undefined;

  get isRequested(): boolean {
    return this.#callback !== undefined;
  }

  requestFrame(callback: () => void): () => void {
    this.#callback = callback;
    return () => {
      this.#callback = undefined;
    };
  }

  now(): number {
    return this.time;
  }

  next(): void {
    const callback = this.#callback;
    this.#callback = undefined;
    callback?.();
  }
}

/** A task that takes this long in each flush and always has more to do. */
function busyTask(
  frames: Frames,
  ms: number,
  { hasBacklog = false, isRestored = false } = {},
): FlushTask & { count: number } {
  return {
    count: 0,
    hasBacklog: () => hasBacklog,
    isRestored: () => isRestored,
    flush() {
      this.count += 1;
      frames.time += ms;
      return true;
    },
  };
}

test("a task that has nothing left asks for no more frames", () => {
  const frames = new Frames();
  const scheduler = new FlushScheduler(frames);
  scheduler.request({ hasBacklog: () => false, isRestored: () => false, flush: () => false });
  expect(frames.isRequested).toBe(true);
  frames.next();
  expect(frames.isRequested).toBe(false);
});

test("the first text of a document is drawn at once, that of another in the same frame with it", () => {
  const frames = new Frames();
  const scheduler = new FlushScheduler(frames);
  const [first, second] = [busyTask(frames, 1), busyTask(frames, 1)];
  scheduler.requestFirst(first);
  scheduler.requestFirst(second);
  expect([first.count, second.count]).toEqual([1, 0]);
  frames.next();
  expect([first.count, second.count]).toEqual([2, 1]);
});

test("all tasks of a page share one budget, and take turns", () => {
  const frames = new Frames();
  const scheduler = new FlushScheduler(frames);
  const tasks = [busyTask(frames, 3), busyTask(frames, 3), busyTask(frames, 3)];
  for (const task of tasks) {
    scheduler.request(task);
  }
  frames.next();
  expect(tasks.map(({ count }) => count)).toEqual([1, 1, 0]);
  frames.next();
  expect(tasks.map(({ count }) => count)).toEqual([2, 1, 1]);
});

test("a restored text is drawn to its end before the next, behind the texts that still come", () => {
  const frames = new Frames();
  const scheduler = new FlushScheduler(frames);
  const restored = Array.from({ length: 2 }, () => busyTask(frames, 8, { isRestored: true }));
  const live = busyTask(frames, 3);
  for (const task of [...restored, live]) {
    scheduler.request(task);
  }
  frames.next();
  frames.next();
  expect([...restored, live].map(({ count }) => count)).toEqual([2, 0, 2]);
});

test("no other restored text begins in a frame in which one pauses with time left", () => {
  const frames = new Frames();
  const scheduler = new FlushScheduler(frames);
  const tasks = Array.from({ length: 2 }, () => busyTask(frames, 1, { isRestored: true }));
  for (const task of tasks) {
    scheduler.request(task);
  }
  frames.next();
  frames.next();
  expect(tasks.map(({ count }) => count)).toEqual([2, 0]);
});

test("a backlog is not drawn at once: other texts may stand after it", () => {
  const frames = new Frames();
  const scheduler = new FlushScheduler(frames);
  const task = busyTask(frames, 1, { hasBacklog: true });
  scheduler.requestFirst(task);
  expect(task.count).toBe(0);
  frames.next();
  expect(task.count).toBe(1);
});

test("a flush that takes far too long doubles the frames to the next, a cheap one restores them", () => {
  const frames = new Frames();
  const scheduler = new FlushScheduler(frames);
  const times = [20, 20, 1, 1, 1];
  const flushed: number[] = [];
  let frame = 0;
  scheduler.request({
    hasBacklog: () => false,
    isRestored: () => false,
    flush() {
      flushed.push(frame);
      frames.time += times.shift() ?? 1;
      return times.length > 0;
    },
  });
  for (; frames.isRequested; frame += 1) {
    frames.next();
  }
  expect(flushed).toEqual([0, 2, 6, 8, 9]);
});

test("the frames are restored though a flush costs what several frames would have cost together", () => {
  const frames = new Frames();
  const scheduler = new FlushScheduler(frames);
  // The third flush does the work of four frames, the fourth that of two.
  const times = [20, 20, 7, 3.5, 1.5, 1.5];
  const flushed: number[] = [];
  let frame = 0;
  scheduler.request({
    hasBacklog: () => false,
    isRestored: () => false,
    flush() {
      flushed.push(frame);
      frames.time += times.shift() ?? 1;
      return times.length > 0;
    },
  });
  for (; frames.isRequested; frame += 1) {
    frames.next();
  }
  expect(flushed).toEqual([0, 2, 6, 8, 9, 10]);
});

test("a task that is cancelled is not run, and the last one takes its frame along", () => {
  const frames = new Frames();
  const scheduler = new FlushScheduler(frames);
  const task = busyTask(frames, 1);
  scheduler.request(task);
  scheduler.cancel(task);
  expect(frames.isRequested).toBe(false);
  frames.next();
  expect(task.count).toBe(0);
});
