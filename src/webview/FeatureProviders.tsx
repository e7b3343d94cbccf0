import type { ComponentChildren, JSX } from "preact";

import { AgentProvider } from "./agent/state/agentPage.ts";
import { ContextProvider } from "./context/contextPage.ts";
import { FindProvider } from "./find/findPage.ts";
import { GovernanceProvider } from "./governance/governancePage.ts";
import { HistoryProvider } from "./history/historyPage.ts";
import type { PageFeatures } from "./pageFeatures.ts";
import { ProtectionProvider } from "./protection/protectionPage.ts";
import { ToolsProvider } from "./tools/toolsPage.ts";
import { TurnsProvider } from "./turns/turnsPage.ts";

interface Props {
  readonly features: PageFeatures;
  readonly children: ComponentChildren;
}

export function FeatureProviders({ features, children }: Props): JSX.Element {
  const { history, turns, tools, agent, context, governance, protection } = features;
  return (
    <FindProvider value={history.find}>
      <HistoryProvider value={history}>
        <TurnsProvider value={turns}>
          <ToolsProvider value={tools}>
            <AgentProvider value={agent}>
              <ContextProvider value={context}>
                <GovernanceProvider value={governance}>
                  <ProtectionProvider value={protection}>{children}</ProtectionProvider>
                </GovernanceProvider>
              </ContextProvider>
            </AgentProvider>
          </ToolsProvider>
        </TurnsProvider>
      </HistoryProvider>
    </FindProvider>
  );
}
