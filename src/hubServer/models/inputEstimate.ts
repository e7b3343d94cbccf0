import { type Fields, isFields } from "../formats/fields.ts";
import { foldName } from "../formats/parameterNames.ts";

export interface InputEstimate {
  /** Tokens of everything that goes in. */
  readonly tokens: number;
  readonly hasImages: boolean;
}

/** An image of a megapixel, about. */
const imageTokens = 1_600;

/** Folded: what a part is by its type, or by a field that some servers go by where there is no type. */
const imageTypes = new Set(
  ["image", "image_url", "input_image", "image_embeds", "video", "video_url", "input_video"].map(
    foldName,
  ),
);
const imageFields = new Set(
  ["image_url", "image", "images", "image_embeds", "video_url", "video"].map(foldName),
);
const pictureAddress = /^\s*data:(?:image|video)\//iu;

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
      this.#addText(value);
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

  #addText(text: string): void {
    if (pictureAddress.test(text.slice(0, 100))) {
      this.images += 1;
    } else {
      this.characters += text.length;
    }
  }

  #addFields(value: Fields): void {
    const entries = Object.entries(value).map(
      ([name, inner]) => [name, inner, foldName(name)] as const,
    );
    const isPicture = entries.some(
      ([, inner, folded]) =>
        (imageFields.has(folded) && !isNothing(inner)) || (folded === "type" && isImageType(inner)),
    );
    this.images += isPicture ? 1 : 0;
    for (const [name, inner, folded] of entries) {
      if (isPicture && (name === "source" || imageFields.has(folded))) {
        // What it is of, in bytes that are no text.
        continue;
      }
      if (name === "input") {
        this.addNamed(inner);
      } else if (!silent.has(name)) {
        this.add(inner);
      }
    }
  }
}

function isImageType(type: unknown): boolean {
  return typeof type === "string" && imageTypes.has(foldName(type));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
