import { afterAll, beforeAll, expect, test } from "vitest";

import { encodeRequest } from "../../../src/hub/wire/encodeRequest.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const lab = new AgentHostLab();

beforeAll(async () => {
  await lab.start();
});
afterAll(() => lab.dispose());

test.each([false, true])(
  "the first request has at most 9.5 KB (patches: %s)",
  async (usesPatches) => {
    const folder = lab.agents.folder({ "a.txt": "a\n" });
    const chat = await lab.open(folder, { usesPatches });
    const task = lab.agents.trajectory([{ text: "Done." }]);
    chat.send(task);
    await chat.ended();
    const [first] = chat.requests;
    const bytes = first ? Buffer.byteLength(encodeRequest(first, "openai").body) : 0;
    expect(bytes - task.length).toBeGreaterThan(5_000);
    expect(bytes - task.length).toBeLessThanOrEqual(9_500);
  },
);
