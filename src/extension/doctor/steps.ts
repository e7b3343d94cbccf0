import type { Connection } from "../../shared/calls/protocol.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { LanguageModelAccess } from "../editor/settings.ts";
import type { ProbedTls } from "./probes.ts";
import type { ProxyFacts } from "./proxyOf.ts";

export const stepNames = [
  "address",
  "proxy",
  "dns",
  "tcp",
  "tls",
  "token",
  "models",
  "answer",
] as const;

export type StepName = (typeof stepNames)[number];

export type Finding =
  | { readonly kind: "address"; readonly connection: Connection }
  | { readonly kind: "proxy"; readonly facts: ProxyFacts; readonly proxy: URL | undefined }
  | { readonly kind: "addresses"; readonly addresses: readonly string[] }
  | { readonly kind: "connected" }
  | { readonly kind: "tls"; readonly tls: ProbedTls; readonly now: number }
  | {
      readonly kind: "token";
      readonly isThere: boolean;
      readonly length: number;
      readonly hasHubShape: boolean;
      readonly isKept: boolean;
    }
  | {
      readonly kind: "models";
      readonly count: number;
      readonly model: string | undefined;
      readonly access: LanguageModelAccess;
    }
  | {
      readonly kind: "answer";
      readonly model: string;
      readonly firstEventMs: number | undefined;
      readonly firstTextMs: number | undefined;
      readonly requestId: string | undefined;
      readonly text: string;
    }
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "failure"; readonly failure: Failure }
  /** `declinedModel`: the model to which the person did not want to send a request. */
  | { readonly kind: "unneeded"; readonly declinedModel?: string };

export interface Step {
  readonly name: StepName;
  readonly state: "ok" | "warning" | "failed" | "skipped";
  readonly finding: Finding;
  readonly ms: number;
}
