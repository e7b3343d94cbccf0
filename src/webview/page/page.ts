import type { ReadonlySignal } from "@preact/signals";

import type { Format } from "../kit/format.ts";
import type { Language } from "../words/words.ts";
import type { CreateMarkdown } from "./markdown/createMarkdown.ts";
import type { PageActions } from "./pageActions.ts";
import { pagePart } from "./pagePart.ts";
import type { AttachState } from "./state/attachState.ts";
import type { ChatState } from "./state/chatState.ts";
import type { Composer } from "./state/composer.ts";
import type { PageMemory } from "./state/pageMemory.ts";
import type { TailFollower } from "./state/tailFollower.ts";
import type { UiState } from "./state/uiState.ts";

export interface Page extends Language {
  readonly format: Format;
  readonly place: "sidebar" | "editor";
  readonly attachState: ReadonlySignal<AttachState>;
  readonly attach: () => void;
  readonly state: ChatState;
  readonly composer: Composer;
  readonly follower: TailFollower;
  readonly memory: PageMemory;
  readonly ui: UiState;
  readonly actions: PageActions;
  readonly createMarkdown: ReadonlySignal<CreateMarkdown | undefined>;
  readonly spoken: ReadonlySignal<string>;
  readonly say: (text: string) => void;
  readonly now: ReadonlySignal<number>;
}

export const { Provider: PageProvider, usePart: usePage } = pagePart<Page>("page");
