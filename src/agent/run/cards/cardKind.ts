import type { Act } from "../../trust/levels.ts";
import type { CardKind } from "./agentEvents.ts";

export function cardKind(act: Act): CardKind {
  switch (act) {
    case "delete":
    case "outside":
    case "command":
    case "serverStart":
    case "mcpCall":
    case "web":
      return act;
    case "editorCall":
      return "mcpCall";
    case "commandOutside":
      return "command";
    case "read":
      return "request";
    default:
      return "edit";
  }
}
