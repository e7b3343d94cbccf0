import { beforeEach, expect, test } from "vitest";

import { Emitter } from "../../../src/shared/base/emitter.ts";

let emitter: Emitter<string>;
let heard: string[];

beforeEach(() => {
  emitter = new Emitter<string>();
  heard = [];
});

const hear =
  (name: string) =>
  (value: string): void => {
    heard.push(`${name}: ${value}`);
  };

/** A defect that never ends would stop the test run too: it is cut here and fails instead. */
function heardOnce(name: string): void {
  heard.push(name);
  if (heard.length > 10) {
    throw new Error("One event is told without end");
  }
}

test("listeners are told in the order they came", () => {
  emitter.event(hear("first"));
  emitter.event(hear("second"));
  emitter.fire("a");
  expect(heard).toEqual(["first: a", "second: a"]);
});

test("a listener that subscribes again whenever it is told hears each event once", () => {
  const subscribe = (): void => {
    const subscription = emitter.event((value) => {
      heardOnce(value);
      subscription.dispose();
      subscribe();
    });
  };
  subscribe();
  emitter.fire("a");
  emitter.fire("b");
  expect(heard).toEqual(["a", "b"]);
  expect(emitter.size).toBe(1);
});

test("a listener that is added during an event hears the next one", () => {
  emitter.event(() => {
    if (emitter.size === 1) {
      emitter.event(hear("late"));
    }
  });
  emitter.fire("a");
  expect(heard).toEqual([]);
  emitter.fire("b");
  expect(heard).toEqual(["late: b"]);
});

test("a listener that another one removed during an event does not hear it", () => {
  emitter.event(() => second.dispose());
  const second = emitter.event(hear("second"));
  emitter.event(hear("third"));
  emitter.fire("a");
  expect(heard).toEqual(["third: a"]);
});

test("nobody hears an event any more whose emitter is disposed during it", () => {
  emitter.event(() => emitter.dispose());
  emitter.event(hear("second"));
  emitter.fire("a");
  expect(heard).toEqual([]);
});

test("an event inside an event is told to everybody, those that were added in between too", () => {
  emitter.event((value) => {
    if (value === "outer") {
      emitter.event(hear("added"));
      emitter.fire("inner");
    }
  });
  emitter.event(hear("second"));
  emitter.fire("outer");
  expect(heard).toEqual(["second: inner", "added: inner", "second: outer"]);
});

test("one function that listens twice is told twice, until each of the two has left", () => {
  const listener = hear("same");
  const one = emitter.event(listener);
  emitter.event(listener);
  emitter.fire("a");
  one.dispose();
  emitter.fire("b");
  expect(heard).toEqual(["same: a", "same: a", "same: b"]);
});

test("a listener that throws keeps the event from no other, and the caller hears of it", () => {
  emitter.event(() => {
    throw new Error("cannot draw");
  });
  emitter.event(hear("disk"));
  expect(() => emitter.fire("a")).toThrow("cannot draw");
  expect(heard).toEqual(["disk: a"]);
});
