import { type Fields, fieldsOf, listOf } from "../formats/base/fields.ts";
import type { ModelInfo } from "../models/modelInfo.ts";
import type { FillForm } from "../models/modelSource.ts";

export type AskServer = (
  path: string,
  body: Fields,
) => Promise<{ readonly status: number; readonly fields: Fields } | undefined>;

const maxAsked = 50;

/** Statuses that refuse definitively; others, such as 503 while a model loads, decide nothing. */
const refusals = new Set([400, 404, 405, 422, 501]);

interface Question {
  readonly path: string;
  readonly body: Fields;
  readonly formIn: (fields: Fields) => FillForm | "none";
}

/** Asks the server's own description once per model, without generating text. */
export class FimProbe {
  readonly #forms = new Map<string, FillForm | "none">();

  formOf(id: string): FillForm | undefined {
    const form = this.#forms.get(id);
    return form === "none" ? undefined : form;
  }

  async look(models: readonly ModelInfo[], ask: AskServer): Promise<void> {
    const listed = new Set(models.map(({ id }) => id));
    for (const id of this.#forms.keys()) {
      if (!listed.has(id)) {
        this.#forms.delete(id);
      }
    }
    let asked = 0;
    for (const model of models) {
      const question = this.#forms.has(model.id) ? undefined : this.#questionOn(model);
      if (question && asked < maxAsked) {
        asked += 1;
        const answer = await ask(question.path, question.body);
        if (answer?.status === 200) {
          this.#forms.set(model.id, question.formIn(answer.fields));
        } else if (answer && refusals.has(answer.status)) {
          this.#forms.set(model.id, "none");
        }
      }
    }
  }

  #questionOn(model: ModelInfo): Question | undefined {
    if (fieldsOf(model["capabilities"])["completion_fim"] === true) {
      this.#forms.set(model.id, "mistral");
      return undefined;
    }
    return questionOn(model);
  }
}

function questionOn(model: ModelInfo): Question | undefined {
  switch (model.owned_by) {
    // https://docs.ollama.com/api/openai-compatibility and /api-reference/show-model-details
    case "library":
      return {
        path: "/api/show",
        body: { model: model.id },
        formIn: ({ capabilities }) => (listOf(capabilities).includes("insert") ? "suffix" : "none"),
      };
    // https://github.com/ggml-org/llama.cpp/tree/master/tools/server; 501: the model has no tokens for it.
    case "llamacpp":
      return isAwake(model)
        ? {
            path: "/infill",
            body: {
              input_prefix: "",
              input_suffix: "",
              n_predict: 0,
              model: model.id,
              stream: false,
            },
            formIn: () => "infill",
          }
        : undefined;
    default:
      return undefined;
  }
}

/** True for a loaded model: probing another one would load it and may unload a loaded one. */
function isAwake(model: ModelInfo): boolean {
  const { value } = fieldsOf(model["status"]);
  return value === undefined || value === "loaded";
}
