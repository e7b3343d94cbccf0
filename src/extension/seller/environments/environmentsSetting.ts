import { onDidChangeOwnSetting, ownSetting, setOwnSetting } from "../../editor/ownSettings.ts";
import type { EnvironmentsSetting } from "./sellerDesks.ts";

const name = "seller.environments";

/** Reads only the person's own value: a workspace must not decide where writes go. */
export const environmentsSetting: EnvironmentsSetting & {
  set(entries: readonly unknown[]): Thenable<void>;
} = {
  get: () => ownSetting(name),
  set: (entries) => setOwnSetting(name, entries),
  onDidChange: (listener) => onDidChangeOwnSetting(name, listener),
};
