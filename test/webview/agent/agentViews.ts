import type { AgentCard } from "../../../src/shared/calls/agentCalls.ts";
import { snapshot } from "../../support/fakeHost/builders.ts";
import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { meterFacts } from "../context/openContext.ts";
import { budgets, layer } from "../governance/governanceScenes.ts";
import type { Opened } from "../turns/turnsPage.ts";
import {
  agentState,
  call,
  card,
  changes,
  command,
  commandCard,
  edit,
  failedActs,
  generated,
  otherCards,
  output,
  plan,
  run,
  steps,
} from "./agentScenes.ts";
import { openAgent } from "./openAgent.ts";

const dangers: AgentCard["dangers"] = [
  { kind: "deletes", names: ["build"] },
  { kind: "packages", names: [] },
];
const tokenCap = { unit: "tokens", used: "434150", limit: "500000", more: "500000" } as const;
const checkpoints = [{ id: "k1", messageId: "m1", files: 2, isRestored: false }];

/** Every state of the agent that is drawn. */
export const agentViews = {
  async background(options: Partial<OpenOptions>): Promise<Opened> {
    const opened = await openAgent({
      message: { state: "complete" },
      agent: {
        changes,
        background: [
          { callId: "call-1", command: "npm run dev -- --port 5173" },
          {
            callId: "call-2",
            command: "npx tsc --watch --preserveWatchOutput --project tsconfig.build.json",
          },
        ],
      },
      ...options,
    });
    await opened.page.getByRole("group", { name: /background|segundo plano/u }).waitFor();
    return opened;
  },
  async checks(options: Partial<OpenOptions>): Promise<Opened> {
    const failed = "1 failed\n\nTests  1 failed, 7 passed\nExit code 1.";
    const opened = await openAgent({
      parts: [
        edit(),
        { kind: "text", text: "All tests pass." },
        command({ check: "person", step: 5, result: failed }),
        { kind: "text", text: "Now they pass." },
        command({ check: "person", step: 6 }),
        call("run_command", { command: "npm run lint" }, { check: "organisation", step: 6 }),
      ],
      message: { state: "complete", checks: { state: "passed" } },
      ...options,
    });
    const passed = opened.page.getByRole("button", {
      name: /^(?:Checks passed|Verif\S+ passaram)/u,
    });
    await passed.click();
    await opened.page.locator(".check-owner").waitFor();
    return opened;
  },
  async run(options: Partial<OpenOptions>): Promise<Opened> {
    const live = command({ state: "running", result: undefined });
    const opened = await openAgent({
      parts: [...steps(), live],
      agent: { run, plan, changes, checkpoints, level: "edits" },
      ...options,
    });
    await opened.host.tell("showOutput", output(live.callId));
    await opened.page.locator(".command-tail").waitFor();
    return opened;
  },
  async cards(options: Partial<OpenOptions>): Promise<Opened> {
    const [made, asked] = [edit, command].map((of) => of({ state: "waiting", result: undefined }));
    const asks = { ...run, state: "waiting", doing: { kind: "person" }, isTainted: true } as const;
    const opened = await openAgent({
      parts: [made, asked].filter((part) => part !== undefined),
      height: 1000,
      ...options,
    });
    const cards = [
      card(made?.callId ?? ""),
      { ...commandCard(asked?.callId ?? ""), id: "card-2", armedAt: 1, dangers },
    ];
    await opened.host.tell("showAgent", agentState({ run: asks, cards }));
    await opened.page.locator("[data-card] .button:enabled").nth(3).waitFor();
    return opened;
  },
  /** As full as the foot of the page can be: a card, changes, text from outside, context, figures. */
  async waits(options: Partial<OpenOptions>): Promise<Opened> {
    const asked = command({ state: "waiting", result: undefined });
    const opened = await openAgent({ parts: [...steps(), asked], height: 860, ...options });
    const asks = { ...run, state: "waiting", doing: { kind: "person" }, isTainted: true } as const;
    const cards = [commandCard(asked.callId)];
    const { host, page } = opened;
    await host.tell("showAgent", agentState({ level: "edits", run: asks, plan, changes, cards }));
    await host.tell("showContextMeter", meterFacts());
    await host.tell("showBudgets", budgets([layer()]));
    await page.locator("[data-card] .button:enabled").nth(1).waitFor();
    await page.locator(".budget-chip").waitFor();
    return opened;
  },
  async kinds(options: Partial<OpenOptions>): Promise<Opened> {
    const waiting = { state: "waiting", result: undefined } as const;
    const parts = otherCards.map(({ tool }) => call(tool, {}, waiting));
    const opened = await openAgent({ parts, height: 1700, ...options });
    const asks = { ...run, state: "waiting", doing: { kind: "person" } } as const;
    const cards = otherCards.map(({ change }, index) =>
      card(parts[index]?.callId ?? "", { id: `card-${index}`, detail: "", ...change }),
    );
    await opened.host.tell("showAgent", agentState({ run: asks, cards }));
    await opened.page
      .locator("[data-card] .button:enabled")
      .nth(2 * cards.length - 1)
      .waitFor();
    return opened;
  },
  async failures(options: Partial<OpenOptions>): Promise<Opened> {
    const opened = await openAgent({
      parts: failedActs(),
      message: { state: "incomplete", failure: { kind: "run_budget" } },
      agent: { run: { ...run, state: "paused", pause: "budget", cap: tokenCap }, changes },
      ...options,
    });
    await opened.page.locator(".run-changes > .disclosure").click();
    return opened;
  },
  async ended(options: Partial<OpenOptions>): Promise<Opened> {
    const opened = await openAgent({
      parts: steps(),
      message: { state: "complete" },
      agent: {
        run: { ...run, state: "paused", pause: "steps" },
        changes: [...changes, ...generated],
        checkpoints: checkpoints.map((each) => ({ ...each, isRestored: true })),
      },
      ...options,
    });
    await opened.page.locator(".run-changes > .disclosure").click();
    await opened.page.locator(".changes-group .disclosure").first().click();
    for (const line of await opened.page.locator(".acts > .tool-call .disclosure").all()) {
      await line.click();
    }
    return opened;
  },
  async question(options: Partial<OpenOptions>): Promise<Opened> {
    const part = call("ask_person", { question: "Keep the order?" }, { state: "running" });
    const opened = await openAgent({ parts: [part], ...options });
    const question = {
      id: "q1",
      callId: part.callId,
      question: "Shall the retries keep their order, or may they overtake each other?",
      options: ["Keep the order", "They may overtake"],
    };
    await opened.host.tell("showAgent", agentState({ mode: "plan", question }));
    await opened.page.locator("[data-question]").waitFor();
    return opened;
  },
  async tasks(options: Partial<OpenOptions>): Promise<Opened> {
    const opened = await openAgent({
      snapshot: snapshot(),
      agent: { isSample: true, isCompletionOff: true },
      ...options,
    });
    await opened.page.locator(".suggestion .codicon-play").first().waitFor();
    return opened;
  },
  async asked(options: Partial<OpenOptions>): Promise<Opened> {
    const parts = [edit({ state: "failed", result: "There is no such tool." })];
    const message = { state: "complete" } as const;
    const opened = await openAgent({ parts, message, agent: { mode: "ask" }, ...options });
    await opened.page.locator(".message .notice .link").waitFor();
    return opened;
  },
  async menu(options: Partial<OpenOptions>): Promise<Opened> {
    const opened = await openAgent({
      parts: steps(),
      message: { state: "complete" },
      agent: { hasNoCommands: true },
      ...options,
    });
    await opened.page.getByRole("button", { name: /^(?:Mode|Modo)$/u }).click();
    return opened;
  },
};
