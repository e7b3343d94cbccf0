import type { Clock } from "../../shared/base/clock.ts";
import type { Client } from "../../shared/base/rpc.ts";
import type { hostContract } from "../../shared/calls/protocol.ts";
import type { Language } from "../words/words.ts";
import type { ChatState } from "./state/chatState.ts";
import type { Composer } from "./state/composer.ts";
import type { Switching } from "./state/switching.ts";
import type { TailFollower } from "./state/tailFollower.ts";
import type { UiState } from "./state/uiState.ts";

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
