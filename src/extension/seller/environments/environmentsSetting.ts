import {
  onDidChangeOwnSetting,
  ownSetting,
  refusesChange,
  setOwnSetting,
} from "../../editor/ownSettings.ts";
import type { EnvironmentsSetting } from "./sellerDesks.ts";

const name = "seller.environments";

/** Reads only the person's own value: a workspace must not decide where writes go. */
export const environmentsSetting: EnvironmentsSetting & {
  set(entries: readonly unknown[]): Thenable<void>;
  refusesChange(): boolean;
} = {
  get: () => ownSetting(name),
  set: (entries) => setOwnSetting(name, entries),
  refusesChange: () => refusesChange(name),
  onDidChange: (listener) => onDidChangeOwnSetting(name, listener),
};
