import { type Fields, fieldsOf, listOf } from "../formats/fields.ts";
import type { ModelInfo } from "../models/modelInfo.ts";
import type { FillForm } from "../models/modelSource.ts";

/** Asks the server behind a path without the API's version; undefined if it does not answer. */
export type AskServer = (
  path: string,
  body: Fields,
) => Promise<{ readonly status: number; readonly fields: Fields } | undefined>;

/** Models of one list that are asked about. */
const maxAsked = 50;

/**
 * By which form a server's models fill in the middle, as the server itself says: a model is asked about once, and never
 * generates anything for it.
 */
export class FimProbe {
  readonly #forms = new Map<string, FillForm | "none">();

  /** Undefined if the server does not say, or says no. */
  formOf(id: string): FillForm | undefined {
    const form = this.#forms.get(id);
    return form === "none" ? undefined : form;
  }

  /** Asks about the models of a list that are not known yet; what is not answered is asked with the next list. */
  async look(models: readonly ModelInfo[], ask: AskServer): Promise<void> {
    const unknown = models.filter(({ id }) => !this.#forms.has(id)).slice(0, maxAsked);
    for (const model of unknown) {
      const form = await formOf(model, ask);
      if (!form) {
        return;
      }
      this.#forms.set(model.id, form);
    }
  }
}

async function formOf(model: ModelInfo, ask: AskServer): Promise<FillForm | "none" | undefined> {
  if (fieldsOf(model["capabilities"])["completion_fim"] === true) {
    return "mistral";
  }
  switch (model.owned_by) {
    // https://docs.ollama.com/api/openai-compatibility and /api-reference/show-model-details
    case "library": {
      const answer = await ask("/api/show", { model: model.id });
      const takesSuffix = listOf(answer?.fields["capabilities"]).includes("insert");
      return answer && (takesSuffix ? "suffix" : "none");
    }
    // https://github.com/ggml-org/llama.cpp/tree/master/tools/server: 501 where the model has no tokens for it.
    case "llamacpp": {
      const empty = { input_prefix: "", input_suffix: "", n_predict: 0 };
      const answer = await ask("/infill", { ...empty, model: model.id, stream: false });
      return answer && (answer.status === 200 ? "infill" : "none");
    }
    default:
      return "none";
  }
}
