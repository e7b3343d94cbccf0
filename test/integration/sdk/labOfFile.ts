import { afterAll, afterEach, beforeAll, expect } from "vitest";

import { ApiLab } from "./apiLab.ts";

/** The lab of a test file: as new for each test, of which none may leave an error in it. */
export function labOfFile(): ApiLab {
  const lab = new ApiLab();
  beforeAll(() => lab.start(), 60_000);
  afterEach(() => {
    expect(lab.errors).toEqual([]);
    lab.reset();
  });
  afterAll(() => lab.stop());
  return lab;
}
