import { afterEach, expect, test } from "vitest";

import { protectedStream } from "../../../../src/chat/protection/protectedStream.ts";
import { draftSource, sensitiveReport } from "../../../../src/chat/protection/sensitiveReport.ts";
import { TextScanner } from "../../../../src/chat/protection/textScanner.ts";
import type { StreamOptions } from "../../../../src/hub/wire/chatTypes.ts";
import { noticesOf } from "../../../../src/hub/wire/notices.ts";
import { describeFailure } from "../../../../src/shared/failures/failureWords.ts";
import {
  hubProtectionSchema,
  setHubProtection,
} from "../../../../src/shared/guarded/dataProtection.ts";
import { SessionLab } from "../../../support/sessionLab.ts";
import { allOf, asking, cpf, idOf, protectionIn, streamOf } from "./streams.ts";

afterEach(() => setHubProtection(undefined));

function noticed(header: string) {
  return noticesOf(new Response(null, { headers: { "x-hub-routed": header } }));
}

test("the answer's header becomes a notice with the model and the kinds", () => {
  const [notice] = noticed("meta/llama-3:70b;types=cnpj,cpf");
  expect(notice).toMatchObject({
    kind: "dlp_routed",
    hubCode: "meta/llama-3:70b",
    dlpFindings: [{ type: "cnpj" }, { type: "cpf" }],
  });
  expect(notice && describeFailure(notice, "en").headline).toContain(
    "Answered by meta/llama-3:70b in house",
  );
  expect(notice && describeFailure(notice, "pt-br").headline).toContain(
    "Respondido internamente por meta/llama-3:70b",
  );
  for (const header of ["", "llama", ";types=cpf", "llama;types=<b>"]) {
    expect(noticed(header)).toEqual([]);
  }
});

test("a conversation that was routed asks the hub to stay in house, and no other does", async () => {
  const sent: (string | undefined)[] = [];
  const notice = { kind: "dlp_routed" as const, hubCode: "llama" };
  const stream = protectedStream(
    (_, { routedTo, conversationId }) => {
      sent.push(routedTo);
      const isFirst = conversationId === "c1" && routedTo === undefined;
      return streamOf(...(isFirst ? [{ kind: "notice", failure: notice } as const] : []), {
        kind: "finished",
        reason: "stop",
      });
    },
    protectionIn("off").protection,
    () => Promise.resolve("send"),
  );
  const ask = (options: Partial<StreamOptions>): Promise<unknown> =>
    allOf(stream(asking("hi"), { signal: new AbortController().signal, ...options }));
  await ask({ conversationId: "c1" });
  await ask({ conversationId: "c1" });
  await ask({ conversationId: "c2" });
  await ask({});
  expect(sent).toEqual([undefined, "llama", undefined, undefined]);
});

test("after a restart of the editor the conversation's notices keep it in house", async () => {
  const lab = new SessionLab();
  const { session } = await lab.open();
  session.send("CNPJ", [], "big");
  await lab.call(0).say({ kind: "notice", failure: { kind: "dlp_routed", hubCode: "llama" } });
  await lab.call(0).answer("Yes.");
  await session.close();
  const { session: reopened } = await lab.open();
  reopened.send("and then", [], "big");
  expect(lab.calls.map(({ options }) => options.routedTo)).toEqual([undefined, "llama"]);
});

test.each([true, false])("a draft names the model in house (may mask: %s)", async (mayMask) => {
  setHubProtection(
    hubProtectionSchema.parse({ actions: { cpf: "route" }, may_mask: mayMask, in_house: "llama" }),
  );
  const { decisions } = protectionIn("warn");
  const text = `CPF ${cpf}`;
  const sources = [draftSource(text, new TextScanner().scan(text))];
  const deps = { mode: "warn", decisions, conversationId: "c1" } as const;
  const route = async (mode: "warn" | "mask") =>
    (await sensitiveReport(sources, { ...deps, mode })).report.route;
  const named = { model: "llama", mayMask };
  const masked = mayMask ? undefined : named;
  expect(await route("warn")).toEqual(named);
  expect(await route("mask")).toEqual(masked);
  decisions.decide("c1", [idOf(cpf)], "mask");
  expect(await route("warn")).toEqual(masked);
});

test("an action that this editor does not know is a block", () => {
  const { actions } = hubProtectionSchema.parse({
    actions: { cpf: "quarantine" },
    may_mask: true,
    in_house: null,
  });
  expect(actions).toEqual({ cpf: "block" });
});
