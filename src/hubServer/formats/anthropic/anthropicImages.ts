import { invalidField } from "../../http/invalidField.ts";
import { dataUrl } from "../base/dataUrl.ts";
import { type Fields, fieldsOf, listOf, stringOf } from "../base/fields.ts";

const accepted = new Set<string | undefined>([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
]);

/** Refuses pictures such as SVG. The model's server judges http addresses. */
export function checkImages(fields: Fields): void {
  for (const name of ["messages", "input"]) {
    checkList(name, listOf(fields[name]));
  }
}

function checkList(name: string, messages: readonly unknown[]): void {
  for (const [at, message] of messages.entries()) {
    for (const [place, part] of listOf(fieldsOf(message)["content"]).entries()) {
      const { image_url: image } = fieldsOf(part);
      const url = stringOf(image) ?? stringOf(fieldsOf(image)["url"]);
      if (url?.startsWith("data:") === true && !accepted.has(dataUrl(url)?.mediaType)) {
        const field = typeof image === "string" ? "image_url" : "image_url.url";
        throw invalidField(
          `${name}[${at}].content[${place}].${field}`,
          `for this model it must be the base64 of one of ${[...accepted].join(", ")}, or an https address`,
        );
      }
    }
  }
}
