import type { Clock } from "../../shared/clock.ts";
import type { BodyReader } from "../bodies/bodyReader.ts";
import type { Governance } from "../governance/admission.ts";
import type { HubRequest } from "../http/message.ts";
import type { Models } from "../models/editedModels.ts";

/** Dependencies of the API's routes. */
export interface ApiDeps {
  readonly catalog: Models;
  readonly clock: Clock;
  readonly bodies: BodyReader;
  readonly governance: Governance;
  /** For scripted failures: the model to use instead of the requested one; undefined keeps it. */
  readonly override: (request: HubRequest) => string | undefined;
  /** Receives failures after the client has left, which no response can report. */
  readonly onError: (error: unknown) => void;
}
