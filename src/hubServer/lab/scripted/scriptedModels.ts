import { builtInModel, type ModelInfo } from "../../models/modelInfo.ts";
import type { Model, ModelSource } from "../../models/modelSource.ts";
import { playScript } from "../play/playScript.ts";
import { edgeErrors } from "./edgeErrors.ts";
import { fimModel, fimModelId, fimModelInfo } from "./fimModel.ts";
import { gatewayErrors } from "./gatewayErrors.ts";
import { hubErrors, midStreamScenarios, warningScenarios } from "./hubErrors.ts";
import {
  errorScript,
  midStreamScript,
  type Script,
  type ScriptDeps,
  scripts,
  warningScript,
} from "./scripts.ts";

const prefix = "hub-script-";

interface ScriptedModelsDeps extends ScriptDeps {
  readonly isListed: boolean;
  readonly playFolder?: string | undefined;
}

export class ScriptedModels implements ModelSource {
  readonly name = "hub-script";
  readonly #deps: ScriptedModelsDeps;
  readonly #listed: Readonly<Record<string, Script>>;
  readonly #scripts: ReadonlyMap<string, Script>;

  constructor(deps: ScriptedModelsDeps) {
    this.#deps = deps;
    const { playFolder } = deps;
    this.#listed =
      playFolder === undefined ? scripts : { ...scripts, play: playScript(playFolder) };
    this.#scripts = new Map([...Object.entries(this.#listed), ...errorScripts()]);
  }

  /** A hub that an editor started lists no scenario: its model picker shows only real models. */
  list(): Promise<readonly ModelInfo[]> {
    if (!this.#deps.isListed) {
      return Promise.resolve([]);
    }
    return Promise.resolve([
      ...Object.entries(this.#listed).map(([name, { description, contextLength }]) => ({
        ...builtInModel(
          `${prefix}${name}`,
          `Script: ${name}`,
          `Not a language model: a scripted scenario. ${description}`,
        ),
        ...(contextLength !== undefined && {
          context_length: contextLength,
          max_model_len: contextLength,
        }),
      })),
      fimModelInfo,
    ]);
  }

  find(id: string): Promise<Model | undefined> {
    if (id === fimModelId) {
      return Promise.resolve(fimModel(this.#deps));
    }
    const script = id.startsWith(prefix) ? this.#scripts.get(id.slice(prefix.length)) : undefined;
    return Promise.resolve(
      script && {
        chat: (call, context) => script.run(call, context, this.#deps),
        isEstimated: true,
      },
    );
  }

  modelOf(scenario: string): string {
    return `${prefix}${this.#scripts.has(scenario) ? scenario : `error-${scenario}`}`;
  }
}

function errorScripts(): readonly (readonly [string, Script])[] {
  return [
    ...Object.entries({ ...hubErrors, ...gatewayErrors, ...edgeErrors }).map(
      ([name, scenario]) => [name, errorScript(scenario)] as const,
    ),
    ...Object.entries(warningScenarios).map(
      ([name, scenario]) => [name, warningScript(scenario)] as const,
    ),
    ...Object.entries(midStreamScenarios).map(
      ([name, event]) => [name, midStreamScript(event)] as const,
    ),
  ].map(([name, script]) => [`error-${name}`, script]);
}
