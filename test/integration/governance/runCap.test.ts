import { beforeEach, describe, expect, test } from "vitest";

import { readRun } from "../../../src/hubServer/governance/budgets/runCap.ts";
import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { caller, GovernanceLab, noon, usageOf } from "./governanceLab.ts";

let lab: GovernanceLab;

beforeEach(async () => {
  lab = new GovernanceLab();
  await lab.seed();
});

function runOf(id: string, limit?: string) {
  const run = readRun(id, limit);
  return run ? { run } : {};
}

describe("the headers of a run", () => {
  test.each([
    ["2.00", { limit: { unit: "money", amount: 2_000_000 } }],
    ["500000 tokens", { limit: { unit: "tokens", amount: 500_000 } }],
    [
      "4.5; was=2",
      { limit: { unit: "money", amount: 4_500_000 }, was: { unit: "money", amount: 2_000_000 } },
    ],
    [undefined, { limit: { unit: "money", amount: 2_000_000 } }],
  ])("with the limit %j are read", (limit, expected) => {
    expect(readRun("run-1", limit)).toEqual({ id: "run-1", ...expected });
  });

  test.each([
    ["run 1", "2.00"],
    ["", "2.00"],
    ["x".repeat(65), "2.00"],
    ["<img src=x>", "2.00"],
    [undefined, "2.00"],
    ["run-1", ""],
    ["run-1", "-1"],
    ["run-1", "1e9"],
    ["run-1", "Infinity"],
    ["run-1", "1234567890"],
    ["run-1", "2.0000001"],
    ["run-1", "4.00; was=2 tokens"],
    ["run-1", "4.00; was=2; was=3"],
    ["run-1", "4.00; may=2"],
  ])("%j with %j are refused, as a cap must not be lost in silence", (id, limit) => {
    expect(() => readRun(id, limit)).toThrow(ApiError);
  });
});

describe("the cap of a run", () => {
  test("an answer is cut where the cap ends, and the next request is refused with 402", async () => {
    const run = runOf("run-1", "1100 tokens");
    const { outputTokens, meter, headers } = await lab.admit({ ...run, maxOutputTokens: 32_000 });
    expect(outputTokens).toBe(1_000);
    expect(headers["x-hub-run-remaining"]).toBe("0 tokens");
    let tokens = 10;
    while (meter.addOutput("x".repeat(40))) {
      tokens += 10;
    }
    expect(tokens).toBe(1_000);
    await meter.settle("cut", 200);

    const refusal = await lab.refusal({ ...run, maxOutputTokens: 10 });
    expect(refusal.status).toBe(402);
    expect(refusal.toBody()).toEqual({
      error: {
        type: "insufficient_quota",
        code: "run_budget_exceeded",
        param: null,
        message:
          "The next request does not fit into this run's cap of 1100 tokens: 1100 tokens used, 0 tokens left. Raise the cap to go on.",
        run: { unit: "tokens", limit: "1100", spent: "1100", reserved: "0" },
      },
    });
    expect(await lab.audited("budget.deny")).toMatchObject([
      {
        kind: "budget.deny",
        time: noon,
        status: 402,
        runId: "run-1",
        detail: { scope: "run", unit: "tokens", limit: 1_100, spent: 1_100, reserved: 0 },
      },
    ]);
  });

  test("a client that names another run with each refused request writes sixteen events a minute", async () => {
    for (let run = 0; run < 200; run += 1) {
      await lab.refusal(runOf(`run-${run}`, "1 tokens"));
    }
    expect(await lab.audited("budget.deny")).toHaveLength(16);
  });

  test("each of two runs that reach their caps in one minute has its refusal in the audit", async () => {
    for (const id of ["run-1", "run-2", "run-1", "run-2"]) {
      await lab.refusal(runOf(id, "1 tokens"));
    }
    expect(await lab.audited("budget.deny")).toMatchObject([
      { runId: "run-2" },
      { runId: "run-1" },
    ]);
  });

  test("stays 402 where the month's budget answers 429", async () => {
    await lab.putSettings({ budgetStatus: 429 });
    expect((await lab.refusal(runOf("run-1", "1 tokens"))).status).toBe(402);
  });

  test("counts money where the model has a price, else 250,000 tokens for each 1.00", async () => {
    await lab.putModel({ price: { input: 1_000_000, output: 2_000_000 } });
    const run = runOf("run-1", "0.004");
    const priced = await lab.admit({ ...run, maxOutputTokens: 500 });
    expect(priced.headers["x-hub-run-remaining"]).toBe("0.0029");
    const free = await lab.admit({ ...run, model: "other", maxOutputTokens: 500 });
    expect(free.headers["x-hub-run-remaining"]).toBe("125 tokens");
  });

  test("counts embeddings", async () => {
    const run = runOf("run-1", "250 tokens");
    const embed = { ...run, format: "embeddings", maxOutputTokens: 0 } as const;
    await lab.admit(embed);
    await lab.admit(embed);
    expect((await lab.refusal(embed)).options.code).toBe("run_budget_exceeded");
  });

  test("is everybody's own: the same id of another person is another run", async () => {
    await lab.admit({ ...runOf("run-1", "600 tokens"), maxOutputTokens: 500 });
    const other = { ...caller, tokenId: "tok-2", userId: "user-2" };
    const theirs = await lab.admit({
      ...runOf("run-1", "700 tokens"),
      caller: other,
      maxOutputTokens: 500,
    });
    expect(theirs.headers["x-hub-run-remaining"]).toBe("100 tokens");
    const second = await lab.refusal({ ...runOf("run-1", "700 tokens"), maxOutputTokens: 500 });
    expect(second.toBody().error["run"]).toMatchObject({ limit: "600" });
  });

  test("Go on with a higher cap raises it once, and a helper with the old header changes nothing", async () => {
    await lab.admit({ ...runOf("run-1", "600 tokens"), maxOutputTokens: 500 });
    const raised = runOf("run-1", "900 tokens; was=600 tokens");
    const { headers } = await lab.admit({ ...raised, maxOutputTokens: 100 });
    expect(headers["x-hub-run-remaining"]).toBe("100 tokens");
    const late = runOf("run-1", "5000 tokens; was=600 tokens");
    expect((await lab.refusal({ ...late, maxOutputTokens: 1 })).toBody().error["run"]).toEqual({
      unit: "tokens",
      limit: "900",
      spent: "0",
      reserved: "800",
    });
    const old = await lab.refusal({ ...runOf("run-1", "600 tokens"), maxOutputTokens: 1 });
    expect(old.toBody().error["run"]).toMatchObject({ limit: "900" });
  });

  test("and a month's budget both hold; a refusal of one takes nothing of the other", async () => {
    await lab.putBudget({ limit: 10_000 });
    await lab.refusal(runOf("run-1", "50 tokens"));
    expect(await lab.spending()).toEqual({ spent: 0, reserved: 0 });
    const { meter, headers } = await lab.admit({ ...runOf("run-2", "900 tokens") });
    expect(headers).toMatchObject({
      "x-hub-run-remaining": "0 tokens",
      "x-hub-budget-remaining": "9100 tokens",
    });
    meter.report(usageOf(100, 20));
    await meter.settle("complete", 200);
    expect(await lab.spending()).toEqual({ spent: 120, reserved: 0 });
    expect(await lab.usage()).toMatchObject([{ runId: "run-2" }]);
  });

  test("holds among three helpers at two hubs", async () => {
    const other = lab.another();
    const run = runOf("run-1", "2000 tokens");
    const calls = Array.from({ length: 60 }, (_, at) =>
      (at % 2 === 0 ? lab.governance : other).admit({
        caller,
        format: "openai",
        requestId: `helper-${at}`,
        app: "vscode",
        model: "gpt",
        fields: { model: "gpt", messages: [], max_tokens: 1 },
        maxOutputTokens: 1,
        inputTokens: 99,
        mostInputTokens: 99,
        staysInHouse: false,
        servesInHouse: () => Promise.resolve(true),
        hasTools: false,
        hasImages: false,
        ...run,
      }),
    );
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  });

  test("of a profile's policy holds over a higher one of the client", async () => {
    const agent = { isAllowed: true, mcpServers: [], maxRunTokens: 350 };
    await lab.putProfile({ agent });
    const { outputTokens } = await lab.admit(runOf("run-1", "9000 tokens"));
    expect(outputTokens).toBe(250);
    expect((await lab.refusal(runOf("run-1", "9000 tokens"))).toBody().error["run"]).toMatchObject({
      limit: "350",
    });
  });

  test("of a profile's policy in money holds for a client that names tokens, and the other way round", async () => {
    await lab.putModel({ price: { input: 1_000_000, output: 2_000_000 } });
    await lab.putProfile({ agent: { isAllowed: true, mcpServers: [], maxRunCost: 700 } });
    const tokens = runOf("run-1", "999999999999999 tokens");
    expect((await lab.admit(tokens)).outputTokens).toBe(300);
    expect((await lab.refusal(tokens)).toBody().error["run"]).toEqual({
      unit: "USD",
      limit: "0.0007",
      spent: "0.00",
      reserved: "0.0007",
    });
    await lab.putProfile({ agent: { isAllowed: true, mcpServers: [], maxRunTokens: 350 } });
    const money = runOf("run-2", "999999999");
    expect((await lab.admit(money)).outputTokens).toBe(250);
    expect((await lab.refusal(money)).toBody().error["run"]).toMatchObject({
      unit: "tokens",
      limit: "350",
    });
  });

  test("of a profile's policy in money counts as tokens where the model has no price", async () => {
    const agent = { isAllowed: true, mcpServers: [], maxRunCost: 1_400, maxRunTokens: 9_000 };
    await lab.putProfile({ agent });
    for (const limit of ["999999999999999 tokens", "999999999"]) {
      const run = runOf(`run of ${limit}`.replaceAll(" ", "-"), limit);
      expect((await lab.admit(run)).outputTokens).toBe(250);
      expect((await lab.refusal(run)).toBody().error["run"]).toMatchObject({ limit: "350" });
    }
  });

  test("cannot be used twice by naming the other unit later", async () => {
    await lab.putModel({ price: { input: 1_000_000, output: 2_000_000 } });
    await lab.admit({ ...runOf("run-1", "0.0011"), maxOutputTokens: 500 });
    const tokens = await lab.refusal({ ...runOf("run-1", "500000 tokens"), maxOutputTokens: 1 });
    expect(tokens.toBody().error["run"]).toMatchObject({ unit: "USD", limit: "0.0011" });

    await lab.admit({ ...runOf("run-2", "600 tokens"), maxOutputTokens: 500 });
    const money = await lab.refusal({ ...runOf("run-2", "9.00"), maxOutputTokens: 1 });
    expect(money.toBody().error["run"]).toMatchObject({ unit: "tokens", limit: "600" });
  });

  test("of a profile's policy cannot be used twice by naming the other unit, or a model without a price", async () => {
    await lab.putModel({ price: { input: 1_000_000, output: 2_000_000 } });
    await lab.putProfile({ agent: { isAllowed: true, mcpServers: [], maxRunCost: 1_100 } });
    await lab.admit({ ...runOf("run-1", "2.00"), maxOutputTokens: 500 });
    for (const call of [{}, { model: "other" }]) {
      const next = { ...runOf("run-1", "9000 tokens"), ...call, maxOutputTokens: 1 };
      expect((await lab.refusal(next)).options.code).toBe("run_budget_exceeded");
    }
  });

  test("that a client names in another unit later is not replaced by the profile's", async () => {
    await lab.putModel({ price: { input: 1_000_000, output: 2_000_000 } });
    await lab.putProfile({ agent: { isAllowed: true, mcpServers: [], maxRunTokens: 90_000 } });
    await lab.admit({ ...runOf("run-1", "0.002"), maxOutputTokens: 10 });
    const free = await lab.admit({ ...runOf("run-1", "0.002"), model: "other" });
    expect(free.outputTokens).toBe(370);
  });

  test("a profile without agents refuses requests of runs, and only those", async () => {
    await lab.putProfile({ agent: { isAllowed: false, mcpServers: [] } });
    const refusal = await lab.refusal(runOf("run-1", "2.00"));
    expect([refusal.status, refusal.options.code]).toEqual([403, "policy_denied"]);
    expect(await lab.audited("policy.deny")).toMatchObject([
      { runId: "run-1", detail: { rule: "agent" } },
    ]);
    await lab.admit();
  });

  test("a month's refusal names its unit in the audit", async () => {
    await lab.putBudget({ limit: 10 });
    await lab.refusal();
    expect(await lab.audited("budget.deny")).toMatchObject([{ detail: { unit: "tokens" } }]);
  });
});
