import type { Clock } from "../../shared/clock.ts";
import type { BodyReader } from "../bodies/bodyReader.ts";
import type { Governance } from "../governance/admission.ts";
import type { HubRequest } from "../http/message.ts";
import type { Models } from "../models/editedModels.ts";

/** What the routes of the API need. */
export interface ApiDeps {
  readonly catalog: Models;
  readonly clock: Clock;
  readonly bodies: BodyReader;
  readonly governance: Governance;
  /** Model that a request is answered by whatever it names, for scripted failures; undefined leaves it. */
  readonly override: (request: HubRequest) => string | undefined;
  /** Told of what fails after its client has left, when nobody else can be. */
  readonly onError: (error: unknown) => void;
}
