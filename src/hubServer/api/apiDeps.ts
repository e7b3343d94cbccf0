import type { Clock } from "../../shared/base/clock.ts";
import type { BodyReader } from "../bodies/bodyReader.ts";
import type { Governance } from "../governance/budgets/admission.ts";
import type { HubRequest } from "../http/message.ts";
import type { Models } from "../models/editedModels.ts";

export interface ApiDeps {
  readonly catalog: Models;
  readonly clock: Clock;
  readonly bodies: BodyReader;
  readonly governance: Governance;
  /** An answer of a test script in place of the hub's own. */
  readonly override: (request: HubRequest) => string | undefined;
  readonly onError: (error: unknown) => void;
}
