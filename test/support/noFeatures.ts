import type { PageFeatures } from "../../src/extension/view/pageFeatures.ts";
import type { Contract, Handlers } from "../../src/shared/base/rpc.ts";
import { agentCalls } from "../../src/shared/calls/agentCalls.ts";
import { contextCalls } from "../../src/shared/calls/contextCalls.ts";
import { editingCalls } from "../../src/shared/calls/editingCalls.ts";
import { governanceCalls } from "../../src/shared/calls/governanceCalls.ts";
import { historyCalls } from "../../src/shared/calls/historyCalls.ts";
import { protectionCalls } from "../../src/shared/calls/protectionCalls.ts";
import { viewContract } from "../../src/shared/calls/protocol.ts";
import { toolsCalls } from "../../src/shared/calls/toolsCalls.ts";
import { turnsCalls } from "../../src/shared/calls/turnsCalls.ts";
import type { FeatureShows } from "../../src/webview/pageFeatures.ts";

function handlersOf<C extends Contract>(contract: C, handle: () => unknown): Handlers<C> {
  const entries = Object.keys(contract).map((name) => [name, handle]);
  // Sound: every method of the contract is there; these tests do not use the results.
  return Object.fromEntries(entries) as Handlers<C>;
}

const unused = (): never => {
  throw new Error("Not used in this test");
};

/** Features of a host for tests about other things. */
export const noFeatures: PageFeatures = {
  history: { handlers: () => handlersOf(historyCalls, unused) },
  turns: { handlers: () => handlersOf(turnsCalls, unused) },
  tools: { handlers: () => handlersOf(toolsCalls, unused) },
  context: { handlers: () => handlersOf(contextCalls, unused) },
  editing: { handlers: () => handlersOf(editingCalls, unused) },
  governance: { handlers: () => handlersOf(governanceCalls, unused) },
  protection: { handlers: () => handlersOf(protectionCalls, unused) },
  agent: { handlers: () => handlersOf(agentCalls, unused) },
};

/** A page that ignores all calls of features. */
export const ignoredShows: FeatureShows = handlersOf(viewContract, () => ({}));
