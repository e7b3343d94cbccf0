import type { CompletionModule } from "./completionAccess.ts";
import { CompletionProvider } from "./completionProvider.ts";
import { turnOnCompletion } from "./turnOn.ts";

/** Everything of the completion that is loaded when it is on. */
export const completionModule: CompletionModule = {
  create: (deps) => new CompletionProvider(deps),
  turnOn: turnOnCompletion,
};
