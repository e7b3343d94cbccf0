import { expect, test } from "vitest";

import { takePicture } from "../../support/drawnPage.ts";
import { agentState, command, commandCard, run } from "./agentScenes.ts";
import { openAgent } from "./openAgent.ts";

test.each([
  [
    "en",
    "It runs outside the sandbox, with network",
    "Outside, because the model says",
    "outside the sandbox too",
  ],
  [
    "pt-br",
    "Roda fora do sandbox, com rede",
    "Fora, porque o modelo diz",
    "também fora do sandbox",
  ],
] as const)(
  "a command that leaves the sandbox says so and why, in %s",
  async (locale, warning, why, too) => {
    const rules = commandCard("").rules.map((rule) => ({ ...rule, leavesSandbox: true as const }));
    const part = command({ state: "waiting", result: undefined });
    const shown = commandCard(part.callId, {
      outsideReason: "The registry is on the network.",
      warnings: ["leavesSandbox"],
      rules,
    });
    const { page, host } = await openAgent({ parts: [part], agent: { run }, locale });
    await host.tell("showAgent", agentState({ run, cards: [shown] }));
    const group = page.locator('[data-card="command"]');
    await group.getByText(warning).waitFor();
    await group.getByText(why).waitFor();
    await group.getByText("The registry is on the network.").waitFor();
    await expect.poll(() => group.locator(".card-rules").getByText(too).count()).toBe(3);
    await takePicture(page, `agent-card-outside-${locale}`);
  },
);
