import type { PageActions, PageServices } from "../../../src/extension/view/pageHandlers.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import type { Connection } from "../../../src/shared/calls/protocol.ts";
import { noFeatures } from "../../support/noFeatures.ts";

export const unused = (): never => {
  throw new Error("Not used in this test");
};

const actions: PageActions = {
  openAttachment: unused,
  openLink: unused,
  copyText: unused,
  insertAtCursor: unused,
  codeColors: unused,
  setBaseUrl: unused,
  changeAddress: unused,
  checkHub: unused,
  signIn: unused,
  setToken: unused,
  startLocalHub: unused,
  diagnose: unused,
};

export const ready: Connection = {
  state: "ready",
  baseUrl: "http://127.0.0.1:1",
  host: "127.0.0.1:1",
  isLocal: true,
  tokenIsKept: true,
};

/** What pages need of the rest of the extension, with a connection that may change. */
export function createServices(connection: () => Connection): PageServices {
  const never = new Emitter<undefined>();
  return {
    connection: {
      get state() {
        return connection();
      },
      canStartLocalHub: true,
      onDidChange: never.event,
      start: () => Promise.resolve(),
    },
    reach: { problem: undefined, isChecking: false, canSignIn: false, onDidChange: never.event },
    models: {
      selected: "m",
      selectedName: "Model M",
      isLocked: false,
      listed: (id) => (id === "large" ? { name: "Large" } : undefined),
      onDidChangeSelection: never.event,
      list: unused,
      choices: unused,
      select: unused,
    },
    actions,
    features: noFeatures,
    undecidedIn: () => Promise.resolve(undefined),
  };
}
