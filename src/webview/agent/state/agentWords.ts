import { usePage } from "../../page/page.ts";
import { agentEn, type AgentWords } from "../../words/en/agentEn.ts";
import { agentPtBr } from "../../words/ptBr/agentPtBr.ts";

export function useAgentWords(): AgentWords {
  return usePage().locale === "pt-br" ? agentPtBr : agentEn;
}
