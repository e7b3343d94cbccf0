import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Paced } from "../../../../src/webview/page/paced.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("the first request is done at once, all of a pause once at its end, and none after a cancel", () => {
  const action = vi.fn<() => void>();
  const paced = new Paced(action, 200);
  paced.request();
  expect(action).toHaveBeenCalledTimes(1);
  paced.request();
  paced.request();
  vi.advanceTimersByTime(199);
  expect(action).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledTimes(2);
  // The last one begins a pause as well.
  paced.request();
  vi.advanceTimersByTime(200);
  expect(action).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(1_000);
  expect(action).toHaveBeenCalledTimes(3);
  paced.request();
  expect(action).toHaveBeenCalledTimes(4);
  paced.request();
  paced.cancel();
  vi.advanceTimersByTime(1_000);
  expect(action).toHaveBeenCalledTimes(4);
});
