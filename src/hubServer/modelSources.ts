import type { Clock } from "../shared/clock.ts";
import type { HubConfig } from "./config/hubConfig.ts";
import { DemoModel } from "./lab/demo/demoModel.ts";
import type { ScriptedModels } from "./lab/scripted/scriptedModels.ts";
import type { Log } from "./log.ts";
import type { ModelSource } from "./models/modelSource.ts";
import { DetectedUpstream, localServers } from "./upstream/detectedUpstream.ts";
import { Upstream } from "./upstream/upstream.ts";

/** Configured upstreams come first, so that a real model is what a client takes by default. */
export function givenSources(config: HubConfig, clock: Clock): readonly ModelSource[] {
  return config.upstreams.map((upstream) => new Upstream(upstream, clock));
}

/** What the hub has itself, and what it finds on this machine. */
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
    // Its first look, so that it is known by the time somebody asks.
    void source.list();
  }
  return [
    new DemoModel({ clock, tokensPerSecond: config.tokensPerSecond }),
    ...detected,
    ...(scripted ? [scripted] : []),
  ];
}
