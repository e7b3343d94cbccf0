import { Doctor, type DoctorDeps } from "../../../../src/extension/doctor/doctor.ts";
import type { NetworkProbes, ProbedTls } from "../../../../src/extension/doctor/probes.ts";
import { writeReport } from "../../../../src/extension/doctor/report.ts";
import type { Step } from "../../../../src/extension/doctor/steps.ts";
import type { StreamEvent } from "../../../../src/hub/wire/chatTypes.ts";
import type { Connection } from "../../../../src/shared/calls/protocol.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

export const token = "sk_hub_CANARY0123456789abcdef";

const ready: Connection = {
  state: "ready",
  baseUrl: "https://hub.example.com",
  host: "hub.example.com",
  isLocal: false,
  tokenIsKept: true,
};

/** A certificate that nothing is wrong with. */
export const certificate = {
  subject: "hub.example.com",
  issuer: "Example Root",
  validFrom: 0,
  validTo: 4_000_000_000_000,
  isSelfSigned: false,
  fingerprint: "AA:BB",
};

export const goodTls: ProbedTls = {
  protocol: "TLSv1.3",
  chain: [certificate],
  problem: undefined,
  isPublic: true,
};

/** What a machine with a working network sees. */
export function probes(more: Partial<NetworkProbes> = {}): NetworkProbes {
  return {
    resolve: () => Promise.resolve(["192.0.2.1"]),
    connect: () => Promise.resolve(),
    shakeHands: () => Promise.resolve(goodTls),
    environment: () => ({}),
    ...more,
  };
}

export async function* answerOf(...events: StreamEvent[]): AsyncGenerator<StreamEvent> {
  for (const event of events) {
    yield await Promise.resolve(event);
  }
}

export const unknownName = (): Promise<never> =>
  Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));

export const withProxy = () => ({ setting: "http://proxy:1", support: "on", exceptions: [] });

/** What the doctor needs, of a hub that works. */
export function deps(more: Partial<DoctorDeps> = {}): DoctorDeps {
  return {
    connection: { state: ready, token, refresh: () => Promise.resolve() },
    listModels: () =>
      Promise.resolve([
        { id: "locked", name: "locked", capabilities: {}, locked: {} },
        { id: "hub-demo", name: "Demo", capabilities: {} },
      ]),
    maySend: () => Promise.resolve(true),
    streamAnswer: () =>
      answerOf(
        { kind: "responseStarted", requestId: "req_1" },
        { kind: "textDelta", text: "ready" },
        { kind: "finished", reason: "stop" },
      ),
    selectedModel: () => "locked",
    languageModelAccess: () => "ask",
    probes: probes(),
    proxySettings: () => ({ setting: "", support: "override", exceptions: [] }),
    clock: new FakeClock(),
    ...more,
  };
}

/** All steps of an examination, once it has ended. */
export async function examine(more: Partial<DoctorDeps> = {}): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for await (const step of new Doctor(deps(more)).examine(new AbortController().signal)) {
    steps.push(step);
  }
  return steps;
}

export const states = (steps: readonly Step[]): Record<string, string> =>
  Object.fromEntries(steps.map(({ name, state }) => [name, state]));

const identity = {
  t: (message: string, ...args: readonly (string | number)[]) =>
    message.replaceAll(/\{(\d)\}/gu, (_, at: string) => String(args[Number(at)])),
};

export const report = (steps: readonly Step[]): string =>
  writeReport(steps, { l10n: identity, locale: "en", about: "AI Hub", at: 0, secrets: [token] });
