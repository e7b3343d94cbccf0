import { usePage } from "../../page/page.ts";
import { agentEn, type AgentWords } from "../../words/agentEn.ts";
import { agentPtBr } from "../../words/agentPtBr.ts";

export function useAgentWords(): AgentWords {
  return usePage().locale === "pt-br" ? agentPtBr : agentEn;
}
