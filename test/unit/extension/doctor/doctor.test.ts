import { expect, test } from "vitest";

import { Doctor, type DoctorDeps } from "../../../../src/extension/doctor/doctor.ts";
import { HubError } from "../../../../src/hub/errors/hubError.ts";
import { timeLimits } from "../../../../src/shared/base/timeLimits.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import {
  answerOf,
  certificate,
  deps,
  examine,
  goodTls,
  probes,
  report,
  states,
  token,
  unknownName,
  withProxy,
} from "./doctorLab.ts";

test("a hub that works is found well, by a model that may be asked", async () => {
  const steps = await examine();
  expect(new Set(Object.values(states(steps)))).toEqual(new Set(["ok"]));
  expect(steps.at(-1)?.finding).toMatchObject({
    model: "hub-demo",
    requestId: "req_1",
    text: "ready",
  });
  expect(report(steps)).toContain("Everything works.");
});

test("what may cost something is asked about, named by its model, and not sent without a yes", async () => {
  const asked: string[] = [];
  let sent = 0;
  const maySend = (model: string): Promise<boolean> => {
    asked.push(model);
    return Promise.resolve(false);
  };
  const streamAnswer = () => {
    sent += 1;
    return answerOf({ kind: "textDelta", text: "ready" });
  };
  const steps = await examine({ maySend, streamAnswer });
  expect([asked, sent]).toEqual([["hub-demo"], 0]);
  expect(states(steps)).toMatchObject({ models: "ok", answer: "skipped" });
  expect(report(steps)).toContain(
    "Everything before the answer works; the answer was not requested.",
  );
  expect(report(steps)).toContain("You declined a request to `hub-demo`.");
});

test("the time a person takes to answer the question is no time of the step, and stopping it sends nothing", async () => {
  const clock = new FakeClock();
  const maySend = (): Promise<boolean> => {
    clock.advance(3_600_000);
    return Promise.resolve(true);
  };
  const steps = await examine({ clock, maySend });
  expect(steps.at(-1)).toMatchObject({ name: "answer", state: "ok", ms: 0 });
  const stopped = new AbortController();
  const names: string[] = [];
  const doctor = new Doctor(
    deps({
      maySend: () => {
        stopped.abort();
        return Promise.resolve(true);
      },
    }),
  );
  for await (const { name } of doctor.examine(stopped.signal)) {
    names.push(name);
  }
  expect(names.at(-1)).toBe("models");
});

test("without a model or a connection nothing is asked", async () => {
  const asked: string[] = [];
  const maySend = (model: string): Promise<boolean> => {
    asked.push(model);
    return Promise.resolve(true);
  };
  const none: DoctorDeps["connection"] = {
    state: { state: "needsBaseUrl" },
    token: undefined,
    refresh: () => Promise.resolve(),
  };
  expect(states(await examine({ connection: none, maySend }))).toMatchObject({ answer: "skipped" });
  expect(
    states(
      await examine({
        listModels: () => Promise.resolve([]),
        selectedModel: () => undefined,
        maySend,
      }),
    ),
  ).toMatchObject({ answer: "skipped" });
  expect(asked).toEqual([]);
});

test("in a browser what needs sockets is left out and the rest is done", async () => {
  expect(states(await examine({ probes: undefined }))).toMatchObject({
    dns: "skipped",
    tcp: "skipped",
    tls: "skipped",
    models: "ok",
    answer: "ok",
  });
});

test("without an address only that is said", async () => {
  const connection = {
    state: { state: "needsBaseUrl" } as const,
    token: undefined,
    refresh: () => Promise.resolve(),
  };
  const steps = await examine({ connection });
  expect(states(steps)).toMatchObject({ address: "failed", token: "failed", answer: "skipped" });
  expect(report(steps)).toContain("The first thing to look at: Address.");
});

test("a name that is not found is a failure, but behind a proxy only a remark", async () => {
  const resolving = probes({ resolve: unknownName });
  const direct = await examine({ probes: resolving });
  expect(states(direct)["dns"]).toBe("failed");
  expect(report(direct)).toContain("`ENOTFOUND`");
  const proxied = await examine({ probes: resolving, proxySettings: withProxy });
  expect(states(proxied)["dns"]).toBe("warning");
});

test.each([
  ["SELF_SIGNED_CERT_IN_CHAIN", false, "Install your company's root certificate"],
  ["CERT_HAS_EXPIRED", true, "The certificate has expired."],
  ["CERT_NOT_YET_VALID", true, "date and time"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", true, "for another name"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", false, "does not send the certificates between"],
])("%s is explained with what to do", async (problem, isPublic, words) => {
  const shakeHands = () => Promise.resolve({ ...goodTls, problem, isPublic });
  const steps = await examine({ probes: probes({ shakeHands }) });
  expect(states(steps)["tls"]).toBe("failed");
  expect(report(steps)).toContain(words);
  expect(report(steps)).toContain(problem);
});

test("a product that looks into connections is named", async () => {
  const chain = [{ ...certificate, issuer: "Zscaler Intermediate Root CA" }];
  const shakeHands = () => Promise.resolve({ ...goodTls, chain, isPublic: false });
  const steps = await examine({ probes: probes({ shakeHands }) });
  expect(report(steps)).toContain(
    "A product that inspects connections issued the certificate (Zscaler)",
  );
});

test("a certificate that ends soon is worth a look", async () => {
  const chain = [{ ...certificate, validTo: 1_000_000 + 3 * 86_400_000 }];
  const shakeHands = () => Promise.resolve({ ...goodTls, chain });
  const steps = await examine({ probes: probes({ shakeHands }) });
  expect(states(steps)["tls"]).toBe("warning");
  expect(report(steps)).toContain("expires in 3 days");
});

test("what the hub refuses is told in the words of the chat, with its codes", async () => {
  const failure = { kind: "auth_invalid", httpStatus: 401, requestId: "req_9" } as const;
  const steps = await examine({ listModels: () => Promise.reject(new HubError(failure)) });
  expect(states(steps)["models"]).toBe("failed");
  expect(report(steps)).toMatch(/`auth_invalid`, `401`, `req_9`/u);
});

test("a step that never ends is given up, and a person can stop it all", async () => {
  const clock = new FakeClock();
  const abort = new AbortController();
  const connect = (_: unknown, signal: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      clock.advance(15_000);
    });
  const seen: string[] = [];
  const doctor = new Doctor(deps({ clock, probes: probes({ connect }) }));
  for await (const { name, finding } of doctor.examine(abort.signal)) {
    seen.push(name);
    if (name === "tcp") {
      expect(finding).toEqual({ kind: "code", code: "TIMEOUT" });
      abort.abort();
    }
  }
  expect(seen.at(-1)).toBe("tcp");
});

test("a list of models may take as long as in the chat, and one that takes longer is not called cancelled", async () => {
  const clock = new FakeClock();
  const waited: number[] = [];
  const listModels = (signal: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => {
      const cancelled = new HubError({ kind: "cancelled" });
      signal.addEventListener("abort", () => reject(cancelled));
      while (!signal.aborted) {
        waited.push(clock.now());
        clock.advance(5_000);
      }
    });
  const steps = await examine({ clock, listModels });
  expect(steps.find(({ name }) => name === "models")?.finding).toEqual({
    kind: "code",
    code: "TIMEOUT",
  });
  expect(waited.length * 5_000).toBeGreaterThanOrEqual(timeLimits.report.whole);
});

test("neither token nor proxy password nor a trick of the network gets out of the report", async () => {
  const chain = [{ ...certificate, subject: "`](command:evil)\n# Forged", issuer: token }];
  const steps = await examine({
    proxySettings: () => ({
      setting: "http://ana:s3cret@proxy.example.com:3128",
      support: "override",
      exceptions: [],
    }),
    probes: probes({
      environment: () => ({ HTTPS_PROXY: "http://ana:s3cret@proxy.example.com:3128" }),
      shakeHands: () => Promise.resolve({ ...goodTls, chain }),
    }),
    streamAnswer: () => answerOf({ kind: "textDelta", text: `your token is ${token}` }),
  });
  const text = report(steps);
  expect(text).not.toMatch(/s3cret|CANARY|9abcdef/u);
  expect(text).not.toMatch(/^# Forged/mu);
  expect(text).toContain("`](command:evil) # Forged`");
  expect(text).toContain("characters; it looks like a hub token");
});
