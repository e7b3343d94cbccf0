import { afterAll, afterEach, beforeEach } from "vitest";

import { pages } from "./pages.ts";

/** Pages that a file takes before its tests are for all of them. */
let ofFile = 0;

beforeEach(() => {
  ofFile = pages.count;
});

afterEach(({ task }) => pages.giveBack(ofFile, task.result?.state === "fail"));

afterAll(() => pages.giveBack(0));
