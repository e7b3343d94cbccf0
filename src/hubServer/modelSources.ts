import type { Clock } from "../shared/base/clock.ts";
import type { HubConfig } from "./config/hubConfig.ts";
import { DemoModel } from "./lab/demo/demoModel.ts";
import type { ScriptedModels } from "./lab/scripted/scriptedModels.ts";
import type { Log } from "./log.ts";
import type { ModelSource } from "./models/modelSource.ts";
import { DetectedUpstream, localServers } from "./upstream/detectedUpstream.ts";

export function builtInSources(
  config: HubConfig,
  deps: { readonly clock: Clock; readonly log: Log; readonly scripted: ScriptedModels | undefined },
): readonly ModelSource[] {
  const { clock, log, scripted } = deps;
  const detected = config.isLab
    ? localServers.map(
        (candidate) =>
          new DetectedUpstream(candidate, clock, ({ name, url }) => {
            log.info(`Found ${name} at ${url.origin}: its models are offered too.`);
          }),
      )
    : [];
  for (const source of detected) {
    // Asks now: the models must be known before the first request.
    void source.list();
  }
  return [
    new DemoModel({ clock, tokensPerSecond: config.tokensPerSecond }),
    ...detected,
    ...(scripted ? [scripted] : []),
  ];
}
