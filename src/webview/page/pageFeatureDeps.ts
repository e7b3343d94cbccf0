import type { Clock } from "../../shared/base/clock.ts";
import type { Client } from "../../shared/base/rpc.ts";
import type { hostContract } from "../../shared/calls/protocol.ts";
import type { Language } from "../words/words.ts";
import type { ChatState } from "./chatState.ts";
import type { Composer } from "./composer.ts";
import type { Switching } from "./switching.ts";
import type { TailFollower } from "./tailFollower.ts";
import type { UiState } from "./uiState.ts";

export interface PageFeatureDeps {
  readonly host: Client<typeof hostContract>;
  readonly state: ChatState;
  readonly composer: Composer;
  readonly follower: TailFollower;
  readonly ui: UiState;
  readonly switching: Switching;
  readonly language: Language;
  readonly clock: Clock;
}
