import type { ReadonlySignal, Signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { Api } from "../data/api.ts";
import type { Preferences } from "../data/preferences.ts";
import type { Records } from "../data/records.ts";
import type { Session } from "../data/types.ts";
import type { Words } from "../words/en.ts";
import type { Format } from "./format.ts";
import type { Router } from "./router.ts";
import type { SessionKeeper } from "./session.ts";
import type { WaitingDevice } from "./waitingDevice.ts";

export interface Console {
  readonly api: Api;
  readonly router: Router;
  readonly session: SessionKeeper;
  readonly device: WaitingDevice;
  readonly preferences: Preferences;
  readonly words: ReadonlySignal<Words>;
  readonly format: ReadonlySignal<Format>;
  readonly spoken: Signal<string>;
  readonly now: () => number;
}

export interface SignedIn extends Console {
  readonly who: Session;
  readonly isAdmin: boolean;
  readonly records: Records;
}

const ConsoleContext = createContext<Console | undefined>(undefined);
const SignedInContext = createContext<SignedIn | undefined>(undefined);

export const ConsoleProvider = ConsoleContext.Provider;
export const SignedInProvider = SignedInContext.Provider;

export function useConsole(): Console {
  const page = useContext(ConsoleContext);
  if (!page) {
    throw new Error("A component of the console was drawn outside of it");
  }
  return page;
}

export function useSignedIn(): SignedIn {
  const page = useContext(SignedInContext);
  if (!page) {
    throw new Error("A view of the console was drawn for nobody");
  }
  return page;
}
