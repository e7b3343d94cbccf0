import { afterAll, expect, test } from "vitest";

import { tryRandomGit } from "./gitRandom.ts";
import { GitSlots } from "./gitSlots.ts";

const slots = new GitSlots();
afterAll(() => slots.dispose());

test(
  "2,000 random commands start nothing and show nothing foreign",
  { timeout: 1_200_000 },
  async () => {
    expect(await tryRandomGit(slots, 2_000)).toBeGreaterThan(200);
  },
);
