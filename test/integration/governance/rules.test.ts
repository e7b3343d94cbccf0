import { beforeEach, describe, expect, test } from "vitest";

import type { Fields } from "../../../src/hubServer/formats/base/fields.ts";
import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { type DlpPolicy, forEachKind } from "../../../src/shared/guarded/sensitiveKinds.ts";
import { callOf, caller, GovernanceLab, usageOf } from "./governanceLab.ts";

let lab: GovernanceLab;

beforeEach(async () => {
  lab = new GovernanceLab();
  await lab.seed();
});

function saying(text: string): Fields {
  return { model: "gpt", messages: [{ role: "user", content: text }] };
}

const off: DlpPolicy = forEachKind(() => "allow");

async function protect(dlp: Partial<DlpPolicy>): Promise<void> {
  await lab.putProfile({ dlp: { ...off, ...dlp } });
}

async function everythingWritten(): Promise<string> {
  const events = await lab.store.audit.list({}, { limit: 1_000 });
  return JSON.stringify([events, await lab.usage(), lab.events]);
}

describe("the model policy of a profile", () => {
  test("a model that is not allowed is not there, for the list and for requests alike", async () => {
    await lab.putProfile({ policy: { allow: ["gpt-*", "hub-demo"], deny: ["*-preview"] } });
    const models = ["gpt-5", "gpt-5-preview", "hub-demo", "claude"];
    const allowed = await Promise.all(
      models.map((model) => lab.governance.allowsModel(caller, model)),
    );
    expect(allowed).toEqual([true, false, true, false]);
    const error = await lab.refusal({ model: "claude" });
    expect([error.status, error.toBody().error["code"]]).toEqual([404, "model_not_found"]);
    expect(error.toAnthropicBody("req").error["type"]).toBe("not_found_error");
    expect(await lab.audited("policy.deny")).toMatchObject([
      { model: "claude", status: 404, detail: { rule: "model", requests: 1 }, app: "vscode" },
    ]);
  });

  test("a model that an administrator took away is not there", async () => {
    await lab.putModel({ id: "old", isActive: false });
    expect(await lab.governance.allowsModel(caller, "old")).toBe(false);
    expect((await lab.refusal({ model: "old" })).status).toBe(404);
  });

  test.each([
    ["tools", { hasTools: true }, { allowsTools: false }],
    ["images", { hasImages: true }, { allowsImages: false }],
  ])("%s that are not allowed are refused as such", async (rule, call, policy) => {
    await lab.putProfile({ policy });
    const error = await lab.refusal(call);
    expect([error.status, error.toBody().error["code"]]).toEqual([400, "policy_denied"]);
    expect(await lab.audited("policy.deny")).toMatchObject([{ detail: { rule } }]);
    await expect(lab.admit()).resolves.toBeDefined();
  });

  test("completion that is not allowed is refused as such, and chat goes on", async () => {
    await lab.putProfile({ policy: { allowsCompletion: false } });
    const error = await lab.refusal({ format: "completions" });
    expect([error.status, error.toBody().error["code"]]).toEqual([403, "policy_denied"]);
    expect(await lab.audited("policy.deny")).toMatchObject([{ detail: { rule: "completion" } }]);
    await expect(lab.admit()).resolves.toBeDefined();
  });

  test("a model without a price is refused where a budget in money applies, if that is set", async () => {
    await lab.putBudget({ unit: "money", limit: 0 });
    await lab.putModel({ id: "priced", price: { input: 0, output: 0 } });
    await lab.putModel({ id: "tiered", tiers: [] });
    await expect(lab.admit({ model: "unheard-of" })).resolves.toBeDefined();
    await lab.putSettings({ refusesUnpriced: true });
    for (const model of ["unheard-of", "tiered"]) {
      const error = await lab.refusal({ model });
      expect([error.status, error.toBody().error["code"]]).toEqual([400, "policy_denied"]);
      expect(error.message).toContain("has no price here");
      expect(await lab.governance.allowsModel(caller, model)).toBe(false);
    }
    await expect(lab.admit({ model: "priced" })).resolves.toBeDefined();
    expect(await lab.governance.allowsModel(caller, "priced")).toBe(true);
    await lab.putBudget({ unit: "tokens", limit: 1_000_000 });
    await expect(lab.admit({ model: "unheard-of" })).resolves.toBeDefined();
  });

  test("a token whose profile is gone may do nothing", async () => {
    const stray = { ...caller, profileId: "gone" };
    expect((await lab.refusal({ caller: stray })).status).toBe(403);
    expect(await lab.governance.allowsModel(stray, "gpt")).toBe(false);
  });

  test("the answer is as long as client, policy and model all allow", async () => {
    await lab.putModel({ maxOutputTokens: 3_000 });
    const granted = async (maxOutputTokens?: number): Promise<number> =>
      (await lab.admit({ maxOutputTokens })).outputTokens;
    expect(await granted(32_000)).toBe(3_000);
    await lab.putProfile({ policy: { maxOutputTokens: 2_000 } });
    expect([await granted(32_000), await granted(500), await granted()]).toEqual([
      2_000, 500, 2_000,
    ]);
  });

  test("forced and capped parameters change the body; without them it is the very same", async () => {
    const fields = { ...saying("hi"), temperature: 2, top_p: 0.1 };
    expect((await lab.admit({ fields })).fields).toBe(fields);
    await lab.putProfile({ policy: { forced: { seed: 7 }, capped: { temperature: 1, top_p: 1 } } });
    expect((await lab.admit({ fields })).fields).toEqual({ ...fields, temperature: 1, seed: 7 });
  });

  test("a policy that another process has changed holds a second later", async () => {
    await lab.admit();
    const profile = await lab.store.records.get("profile", "dev");
    if (!profile) {
      throw new Error("The profile is missing.");
    }
    await lab.store.records.put("profile", {
      ...profile,
      policy: { ...profile.policy, deny: ["*"] },
    });
    await expect(lab.admit()).resolves.toBeDefined();
    lab.clock.advance(1_000);
    expect((await lab.refusal()).status).toBe(404);
  });
});

describe("data-loss prevention", () => {
  const cpf = "529.982.247-25";
  const email = "maria.silva@example.com.br";
  const runLimit = { unit: "money", amount: 2_000_000 } as const;

  test("what is blocked is named by kind, number and place, never by its value", async () => {
    await protect({ cpf: "block", email: "alert" });
    const error = await lab.refusal({ fields: saying(`CPF ${cpf}, CPF ${cpf}, ${email}`) });
    expect(error.status).toBe(400);
    expect(error.toBody().error).toMatchObject({
      type: "invalid_request_error",
      code: "dlp_blocked",
      dlp: [{ type: "cpf", count: 2, field: "messages[0].content" }],
    });
    expect(error.toResponse().headers["x-hub-dlp"]).toBe("block;types=cpf");
    const [event] = await lab.audited("dlp.block");
    expect(event).toMatchObject({ status: 400, tokenId: "tok-1" });
    expect(event?.findings).toEqual([
      { kind: "cpf", count: 2, field: "messages[0].content" },
      { kind: "email", count: 1, field: "messages[0].content" },
    ]);
    const written = (await everythingWritten()) + JSON.stringify(error.toBody());
    expect(written).not.toContain("529.");
    expect(written).not.toContain("maria");
    expect(await lab.usage()).toEqual([]);
  });

  describe.each([
    ["X-Hub-App", "headers.x-hub-app", { app: `crm-${cpf}` }],
    ["X-Hub-Run", "headers.x-hub-run", { run: { id: `run:${cpf}`, limit: runLimit } }],
    ["the id of a session", "headers.x-session-id", { sessionId: `s-${cpf}` }],
  ])("personal data in %s", (_name, field, labels) => {
    test("is refused where the policy blocks it, named by its place", async () => {
      await protect({ cpf: "block" });
      const error = await lab.refusal(labels);
      expect(error.toBody().error).toMatchObject({
        code: "dlp_blocked",
        dlp: [{ type: "cpf", count: 1, field }],
      });
      expect(await lab.audited("dlp.block")).toMatchObject([
        { findings: [{ kind: "cpf", field }] },
      ]);
      expect((await everythingWritten()) + JSON.stringify(error.toBody())).not.toContain("529.");
    });

    test.each(["mask", "alert"] as const)(
      "is stored masked where the policy says %s",
      async (action) => {
        await protect({ cpf: action });
        const { headers, meter } = await lab.admit(labels);
        expect(headers["x-hub-dlp"]).toBe(`${action};types=cpf`);
        meter.report(usageOf(1, 1));
        await meter.settle("complete", 200);
        expect(await lab.usage()).toHaveLength(1);
        expect(await everythingWritten()).not.toContain("529.");
      },
    );

    test("is not stored either where the policy allows it, or with a refusal of another rule", async () => {
      await lab.admit(labels);
      await lab.putModel({ id: "old", isActive: false });
      await lab.refusal({ ...labels, model: "old" });
      expect(await everythingWritten()).not.toContain("529.");
    });
  });

  test("an alert goes on as it is, told to the client and to the audit", async () => {
    await protect({ email: "alert" });
    const fields = saying(`Write to ${email}`);
    const admission = await lab.admit({ fields });
    expect(admission.fields).toBe(fields);
    expect(admission.headers["x-hub-dlp"]).toBe("alert;types=email");
    expect(await lab.audited("dlp.alert")).toMatchObject([
      { detail: { action: "alert" }, findings: [{ kind: "email", count: 1 }] },
    ]);
    expect(await everythingWritten()).not.toContain("maria");
  });

  test("a value that would be blocked but is doubtful alerts, and says why to the client and to the audit", async () => {
    await protect({ card: "block", cpf: "block", email: "alert" });
    const doubtful = "Card 4111 1111 1111 1111 and 4000 0000 0000 0002, then 52998224725";
    const { headers } = await lab.admit({ fields: saying(`${doubtful}, ${email}`) });
    expect(headers["x-hub-dlp"]).toBe("alert;types=card,cpf,email;why=card:trial,cpf:unnamed");
    const [event] = await lab.audited("dlp.alert");
    expect(event?.findings).toEqual([
      { kind: "card", count: 2, field: "messages[0].content", doubt: "trial" },
      { kind: "cpf", count: 1, field: "messages[0].content", doubt: "unnamed" },
      { kind: "email", count: 1, field: "messages[0].content" },
    ]);
  });

  test("what is masked does not go upstream, and the request does", async () => {
    await protect({ cpf: "mask", email: "alert" });
    const { fields, headers } = await lab.admit({ fields: saying(`CPF ${cpf} of ${email}`) });
    expect(JSON.stringify(fields)).not.toContain("529.");
    expect(JSON.stringify(fields)).toContain(email);
    expect(headers["x-hub-dlp"]).toBe("mask;types=cpf, alert;types=email");
    expect(await lab.audited("dlp.alert")).toMatchObject([{ detail: { action: "mask" } }]);
  });

  test("a parameter that a policy forces is inspected too", async () => {
    await protect({ cpf: "block" });
    const profile = await lab.store.records.get("profile", "dev");
    await lab.putProfile({ ...profile, policy: { forced: { user: `CPF ${cpf}` } } });
    expect((await lab.refusal()).toBody().error["code"]).toBe("dlp_blocked");
  });

  test("what goes on beside the fields is inspected too, and blocked where it would be masked", async () => {
    await protect({ cpf: "mask", card: "block" });
    const error = await lab.refusal({
      fields: saying("hi"),
      asWritten: {
        headers: { "anthropic-beta": `tools-${cpf}` },
        numbers: ["6304000000000000000"],
      },
    });
    expect(error.toBody().error).toMatchObject({
      code: "dlp_blocked",
      dlp: [{ type: "cpf", count: 1, field: "headers.anthropic-beta" }],
    });
    await expect(
      lab.admit({ fields: saying("hi"), asWritten: { headers: { "anthropic-beta": "tools" } } }),
    ).resolves.toBeDefined();
  });

  test("a request that cannot be inspected is not sent, and that is in the audit", async () => {
    const governance = lab.another({
      inspect: () => {
        throw new RangeError(`too deep near ${cpf}`);
      },
    });
    const error: unknown = await governance
      .admit(callOf({ fields: saying("hi") }))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 500 });
    expect(JSON.stringify((error as { toBody: () => object }).toBody())).not.toContain("529.");
    expect(await lab.audited("dlp.block")).toMatchObject([{ detail: { rule: "failed" } }]);
    expect(await lab.usage()).toEqual([]);
  });

  test("a large body that was refused before it was inspected is in the audit, once a minute", async () => {
    for (const [status, kind] of [
      [413, "dlp.block"],
      [429, "rate.limit"],
    ] as const) {
      const refused = (): Promise<never> => Promise.reject(new ApiError(status, "Too large."));
      const held = {
        bytes: new Uint8Array(),
        fields: {},
        inspect: refused,
        write: refused,
        whole: () => ({}),
        values: refused,
      };
      expect((await lab.refusal({ held })).status).toBe(status);
      expect((await lab.refusal({ held })).status).toBe(status);
      expect(await lab.audited(kind)).toMatchObject([
        { status, tokenId: "tok-1", detail: { rule: "large", requests: 1 } },
      ]);
    }
  });

  test("an alert that cannot be written in the audit stops the request", async () => {
    await protect({ email: "alert" });
    await lab.admit();
    lab.isStoreDown = true;
    await expect(lab.admit({ fields: saying(email) })).rejects.toMatchObject({
      reason: "unavailable",
    });
  });

  test("a body with thousands of findings does not fill the audit", async () => {
    await protect({ cpf: "block" });
    const messages = Array.from({ length: 3_000 }, () => ({ role: "user", content: `CPF ${cpf}` }));
    const error = await lab.refusal({ fields: { messages } });
    expect(error.toBody().error["dlp"]).toHaveLength(100);
    const [event] = await lab.audited("dlp.block");
    expect(event?.findings).toHaveLength(100);
  });
});

describe("X-Hub-App", () => {
  test("usage and audit have its cleaned name", async () => {
    for (const app of ["  Código VS ", undefined, "x".repeat(65), "\u{1F600}"]) {
      await (await lab.admit({ app })).meter.settle("complete", 200);
    }
    const apps = ["codigo-vs", "unknown", "other", "other"];
    expect((await lab.usage()).map(({ app }) => app).toSorted()).toEqual(apps.toSorted());
    expect((await lab.audited("usage")).map(({ app }) => app).toReversed()).toEqual(apps);
  });
});
