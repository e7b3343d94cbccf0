import type { AgentRuns, AgentRunsDeps } from "./agent/agentRuns.ts";
import { LoadedAgent } from "./agent/loadedAgent.ts";
import { nodeMachine } from "./agent/nodeMachine.ts";

/** Entry of the bundle with the agent's runs, which the Node host loads with the first run. */
export function createAgentRuns(deps: AgentRunsDeps): AgentRuns {
  return new LoadedAgent(deps, nodeMachine);
}
