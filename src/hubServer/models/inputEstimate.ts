import { type Fields, isFields } from "../formats/fields.ts";

export interface InputEstimate {
  /** Tokens of everything that goes in. */
  readonly tokens: number;
  readonly hasImages: boolean;
}

/** An image of a megapixel, about. */
const imageTokens = 1_600;
const imageTypes = new Set<unknown>(["image", "image_url", "input_image"]);

/** Fields of messages that no model reads as text. */
const silent = new Set(["role", "type", "id", "tool_call_id", "tool_use_id", "cache_control"]);

/** Estimates what a request takes in: all its texts, the tools with their names, a flat figure for each image. */
export function estimateInput(fields: Fields): InputEstimate {
  const counter = new InputCounter();
  counter.add([fields["system"], fields["messages"], fields["input"]]);
  counter.addNamed(fields["tools"]);
  return {
    tokens: Math.ceil(counter.characters / 4) + counter.images * imageTokens,
    hasImages: counter.images > 0,
  };
}

class InputCounter {
  characters = 0;
  images = 0;

  add(value: unknown): void {
    if (typeof value === "string") {
      this.characters += value.length;
    } else if (Array.isArray(value)) {
      value.forEach((inner) => this.add(inner));
    } else if (isFields(value)) {
      this.#addFields(value);
    }
  }

  /** Schemas and arguments, whose names are read too. */
  addNamed(value: unknown): void {
    this.characters += value === undefined ? 0 : JSON.stringify(value).length;
  }

  #addFields(value: Fields): void {
    if (imageTypes.has(value["type"])) {
      this.images += 1;
      return;
    }
    for (const [name, inner] of Object.entries(value)) {
      if (name === "input") {
        this.addNamed(inner);
      } else if (!silent.has(name)) {
        this.add(inner);
      }
    }
  }
}
