import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";

import { protectedHole } from "../../../../src/chat/protection/protectedHole.ts";
import { scanOutbound } from "../../../../src/dlp/scanOutbound.ts";
import { inspectRequest } from "../../../../src/dlp/scanRequest.ts";
import type { ChatRequest, ChatRequestMessage } from "../../../../src/hub/wire/chatTypes.ts";
import { encodeRequest } from "../../../../src/hub/wire/encodeRequest.ts";
import { policyRoute } from "../../../../src/hubServer/api/policyRoute.ts";
import type { Caller } from "../../../../src/hubServer/auth/caller.ts";
import type { Configuration } from "../../../../src/hubServer/governance/policy/recordCache.ts";
import { rulesOf } from "../../../../src/hubServer/governance/profileRules.ts";
import type { ProfileRecord } from "../../../../src/hubServer/store/records.ts";
import {
  type HubPlace,
  hubActionOn,
  hubProtectionSchema,
  type PlacedKind,
  setHubProtection,
} from "../../../../src/shared/guarded/dataProtection.ts";
import { dlpActions, forEachKind } from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { cards, cnpjs, cpfs, emails, phones, punctuated } from "../../dlp/values.ts";
import { protectionIn } from "./streams.ts";

afterEach(() => setHubProtection(undefined));

const action = fc.constantFrom(...dlpActions);
const someActions = fc.record(
  forEachKind(() => action),
  { requiredKeys: [] },
);
const profiles = fc.record({
  dlp: fc.record(forEachKind(() => action)),
  protection: fc.record({
    places: fc.record(
      { system: someActions, tools: someActions, files: someActions, completions: someActions },
      { requiredKeys: [] },
    ),
  }),
});

/** The policy as an editor reads it from the hub. */
async function adopt(given: Pick<ProfileRecord, "dlp" | "protection">): Promise<void> {
  // Only these parts of a profile and of a configuration count in what is compared here.
  const profile = { id: "p", name: "P", policy: {}, rateLimits: {}, ...given } as ProfileRecord;
  const configuration = {
    settings: { currency: "BRL" },
    models: [],
    modelOf: () => undefined,
    profileOf: () => profile,
    ownRulesOf: () => [],
  } as unknown as Configuration;
  const { body } = await policyRoute({} as Caller, {
    configuration: () => Promise.resolve(configuration),
    now: () => 0,
  });
  const answer = JSON.parse(String(body)) as { readonly sensitive_data: unknown };
  setHubProtection(hubProtectionSchema.parse(answer.sensitive_data));
}

const texts: fc.Arbitrary<string> = fc
  .oneof(
    cpfs.map(punctuated),
    cnpjs.map(punctuated),
    cards.map((value) => `card ${value}`),
    emails,
    phones.map((phone) => `telefone +55${phone}`),
    fc.constant("nada"),
  )
  .map((value) => `Segue: ${value}, até logo.`);

const steps: fc.Arbitrary<readonly ChatRequestMessage[]> = fc.oneof(
  texts.map((content) => [{ role: "user", content }] as const),
  texts.map((text) => [{ role: "user", content: [{ type: "text", text }] }] as const),
  texts.map((content) => [{ role: "assistant", content }] as const),
  fc.tuple(texts, texts).map(
    ([note, content]) =>
      [
        {
          role: "assistant",
          content: "",
          toolCalls: [{ id: "t", name: "save", arguments: { note } }],
        },
        { role: "tool", callId: "t", content },
      ] as const,
  ),
);

const requests: fc.Arbitrary<ChatRequest> = fc
  .tuple(texts, fc.array(steps, { minLength: 1, maxLength: 5 }), texts)
  .map(([system, messages, description]) => ({
    model: "m",
    messages: [{ role: "system", content: system }, ...messages.flat()],
    tools: [{ name: "save", description, inputSchema: { type: "object" } }],
  }));

/** As `cpf block`, once for each value; what is allowed is no finding of the hub. */
function byEditor(hidden: readonly PlacedKind[]): readonly string[] {
  return hidden
    .map((one) => `${one.kind} ${hubActionOn(one)}`)
    .filter((one) => !one.endsWith(" allow"))
    .toSorted();
}

function byHub(
  body: Readonly<Record<string, unknown>>,
  profile: Pick<ProfileRecord, "dlp" | "protection">,
  format: "openai" | "anthropic" | "completions",
): readonly string[] {
  const rules = rulesOf(profile as ProfileRecord, { format }, []);
  return inspectRequest(body, rules)
    .findings.flatMap(({ kind, action: done, count }) =>
      Array.from({ length: count }, () => `${kind} ${done}`),
    )
    .toSorted();
}

test("for each value in each place of a request the editor expects the hub's action", async () => {
  const places = new Set<HubPlace>();
  await fc.assert(
    fc.asyncProperty(profiles, requests, async (profile, request) => {
      await adopt(profile);
      const { hidden } = await protectionIn("mask").protection.apply(request);
      for (const { place } of hidden) {
        places.add(place);
      }
      for (const format of ["openai", "anthropic"] as const) {
        const body = JSON.parse(encodeRequest(request, format).body) as Record<string, unknown>;
        expect(byHub(body, profile, format)).toEqual(byEditor(hidden));
      }
    }),
    { numRuns: 200 },
  );
  expect([...places].toSorted()).toEqual(["system", "text", "tool"]);
});

test("for each value around the cursor the editor expects the hub's action", async () => {
  await fc.assert(
    fc.asyncProperty(profiles, texts, texts, async (profile, prefix, suffix) => {
      await adopt(profile);
      const hole = { prefix: `${prefix}\n`, suffix: `\n${suffix}`, snippets: [] };
      const hidden = protectedHole(hole, "mask", scanOutbound)?.hidden ?? [];
      const body = { model: "m", prompt: hole.prefix, suffix: hole.suffix };
      expect(byHub(body, profile, "completions")).toEqual(byEditor(hidden));
    }),
    { numRuns: 200 },
  );
});
