import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { AttachState } from "../hostLink.ts";
import type { Format } from "../kit/format.ts";
import type { PageFeatures } from "../pageFeatures.ts";
import type { Language } from "../words/words.ts";
import type { ChatState } from "./chatState.ts";
import type { Composer } from "./composer.ts";
import type { PageActions } from "./pageActions.ts";
import type { CreateMarkdown } from "./pageMarkdown.ts";
import type { PageMemory } from "./pageMemory.ts";
import type { TailFollower } from "./tailFollower.ts";
import type { UiState } from "./uiState.ts";

/** What every component may draw from and act through. */
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
  readonly features: PageFeatures;
  /** Undefined until the renderer is loaded. */
  readonly createMarkdown: ReadonlySignal<CreateMarkdown | undefined>;
  /** What the live region says. */
  readonly spoken: ReadonlySignal<string>;
  /** Epoch milliseconds, by the second. */
  readonly now: ReadonlySignal<number>;
}

const PageContext = createContext<Page | undefined>(undefined);

export const PageProvider = PageContext.Provider;

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) {
    throw new Error("A component of the page was drawn outside of it");
  }
  return page;
}
