import { isRecord } from "../../shared/base/json.ts";
import { isNothing } from "../formats/base/callIds.ts";
import { type Fields, fieldsOf, stringOf } from "../formats/base/fields.ts";
import { foldName } from "../formats/base/parameterNames.ts";
import { TokenCount } from "../values/tokenCount.ts";
import { expansionOf, mostInputTokens } from "./inputBound.ts";

export interface InputEstimate {
  readonly tokens: number;
  readonly mostTokens: number;
  readonly hasImages: boolean;
}

/** An image of about one megapixel. */
const imageTokens = 1_600;

const imageTypes = new Set(
  ["image", "image_url", "input_image", "image_embeds", "video", "video_url", "input_video"].map(
    foldName,
  ),
);
const imageFields = new Set(
  ["image_url", "image", "images", "image_embeds", "video_url", "video"].map(foldName),
);

/** Fields of messages that no model reads as text. */
const silent = new Set([
  "role",
  "type",
  "id",
  "tool_call_id",
  "call_id",
  "tool_use_id",
  "cache_control",
]);

const textFields = ["system", "messages", "instructions", "input", "prompt"];

const namedFields = ["tools", "functions", "response_format", "text"];

export function estimateInput(fields: Fields, bytes: number): InputEstimate {
  const counter = new InputCounter();
  counter.add(textFields.map((name) => fields[name]));
  for (const name of namedFields) {
    counter.addNamed(fields[name]);
  }
  const { images, imageBytes, expansion, documents } = counter;
  const hasTools = fields["tools"] !== undefined || fields["functions"] !== undefined;
  const size = { model: fields["model"], bytes, expansion, documents, hasTools };
  return {
    tokens: counter.count.tokens + images * imageTokens,
    mostTokens: mostInputTokens({ ...size, pictures: images, pictureBytes: imageBytes }),
    hasImages: images > 0,
  };
}

class InputCounter {
  readonly count = new TokenCount();
  expansion = 0;
  images = 0;
  documents = 0;
  imageBytes = 0;

  add(value: unknown): void {
    if (typeof value === "string") {
      this.#addText(value);
    } else if (Array.isArray(value)) {
      value.forEach((inner) => this.add(inner));
    } else if (isRecord(value)) {
      this.#addFields(value);
    }
  }

  addNamed(value: unknown): void {
    if (value !== undefined) {
      this.#count(JSON.stringify(value));
    }
  }

  #addText(text: string): void {
    this.documents += isDocumentData(text) ? 1 : 0;
    if (isPictureData(text)) {
      this.images += 1;
      this.imageBytes += text.length;
    } else {
      this.#count(text);
    }
  }

  #count(text: string): void {
    this.count.add(text);
    this.expansion += expansionOf(text);
  }

  /** Counts a picture: its data is not text; its address is. */
  #addPicture(value: unknown): void {
    const { type, data, media_type: mediaType, url } = fieldsOf(value);
    const isBase64 = type === "base64" && stringOf(mediaType)?.startsWith("image/") === true;
    const content = isBase64 ? stringOf(data) : (stringOf(value) ?? stringOf(url));
    if (content !== undefined && (isBase64 || isPictureData(content))) {
      this.imageBytes += content.length;
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
    this.documents += isDocumentElsewhere(value) ? 1 : 0;
    for (const [name, inner, folded] of entries) {
      if (isPicture && (name === "source" || imageFields.has(folded))) {
        this.#addPicture(inner);
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

function isDocumentData(text: string): boolean {
  return /^\s*(?:data:application\/pdf|JVBERi0)/u.test(text.slice(0, 100));
}

/** True if the request does not contain the document's pages. */
function isDocumentElsewhere(value: Fields): boolean {
  const { type } = fieldsOf(value["source"]);
  const isFetched = value["type"] === "document" && (type === "url" || type === "file");
  return isFetched || value["file_id"] !== undefined || value["file_url"] !== undefined;
}

function isPictureData(text: string): boolean {
  return /^\s*data:(?:image|video)\//iu.test(text.slice(0, 100));
}

function isImageType(type: unknown): boolean {
  return typeof type === "string" && imageTypes.has(foldName(type));
}
