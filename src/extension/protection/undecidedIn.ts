import { sensitiveReport, unsentSources } from "../../chat/protection/sensitiveReport.ts";
import type { UndecidedIn } from "../view/judgedSend.ts";
import type { ProtectionState } from "./protectionState.ts";

export function undecidedIn({ protection, decisions, scanner }: ProtectionState): UndecidedIn {
  return async ({ session, draft }, text) => {
    const { mode } = protection;
    if (mode === "off" || mode === "mask") {
      return undefined;
    }
    const { conversation, id: conversationId } = session;
    const own = { text, findings: scanner.scan(text) };
    const sources = unsentSources(own, draft.attachments, { conversation, scanner });
    const deps = { mode, decisions, conversationId };
    const { report } = await sensitiveReport(sources, deps);
    return report.undecided > 0 ? report : undefined;
  };
}
