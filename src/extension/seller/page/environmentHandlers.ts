import type { Handlers } from "../../../shared/base/rpc.ts";
import { defaultTimeZone } from "../../../shared/base/zonedTime.ts";
import type { sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import type { EnvironmentView } from "../../../shared/sellerPage/sellerState.ts";
import { done } from "../../view/pageCalls.ts";
import type { SellerProfile } from "../environments/environments.ts";
import type { AccessState, SellerDesks } from "../environments/sellerDesks.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { SellerWords } from "../sellerWords.ts";

interface EnvironmentHandlersDeps {
  readonly desks: SellerDesks;
  readonly ui: SellerUi;
}

type Environments = Pick<
  Handlers<typeof sellerHostContract>,
  | "selectEnvironment"
  | "addEnvironment"
  | "chooseList"
  | "forgetListChoice"
  | "setCredentials"
  | "openEnvironmentSettings"
  | "showForPrograms"
  | "checkAccess"
>;

export function environmentHandlers({ desks, ui }: EnvironmentHandlersDeps): Environments {
  return {
    selectEnvironment: ({ id }) => {
      desks.select(id);
      return {};
    },
    addEnvironment: () => done(ui.addEnvironment()),
    chooseList: ({ list }) => done(ui.chooseList(list)),
    forgetListChoice: ({ list }) => done(ui.forgetListChoice(list)),
    setCredentials: () => done(ui.setCredentials()),
    openEnvironmentSettings: () => done(ui.openSettings()),
    showForPrograms: () => done(ui.showForPrograms()),
    checkAccess: () => done(desks.checkAccess()),
  };
}

export function environmentView(
  profile: SellerProfile,
  state: AccessState,
  words: SellerWords,
): EnvironmentView {
  const { id, name, kind, baseUrl, codigoSeller, isLocal, timeZone = defaultTimeZone } = profile;
  const { host } = new URL(baseUrl);
  return { id, name, kind, host, codigoSeller, timeZone, isLocal, ...accessView(state, words) };
}

function accessView(
  state: AccessState,
  words: SellerWords,
): Pick<EnvironmentView, "access" | "note"> {
  switch (state.kind) {
    case "known": {
      const { mismatches, expiresAt } = state.access;
      if (mismatches.length > 0) {
        return { access: "mismatch", note: words.mismatch(mismatches) };
      }
      return expiresAt === undefined
        ? { access: "ready" }
        : { access: "ready", note: words.validUntil(expiresAt) };
    }
    case "failed": {
      const access = state.error.kind === "noCredentials" ? "noCredentials" : "failed";
      return { access, note: words.failure(state.error) };
    }
    default:
      return { access: state.kind };
  }
}
