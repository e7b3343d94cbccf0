import { type Fields, isRecord } from "../../shared/base/json.ts";

const errorKeys = new Set(
  "detail __type errors statuscode erro erros errores mensagemerro codigoerro codigodoerro".split(
    " ",
  ),
);

export function foldSentence(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll("’", "'")
    .toLowerCase();
}

/** Unifies `error_message`, `errorMessage` and `Error-Message`, or `código` and `codigo`. */
export function fieldName(key: string): string {
  const name = foldSentence(key.slice(0, 200));
  return name === "__type" ? name : name.replaceAll(/[_\-.\s]+/gu, "");
}

export function isErrorObject(value: unknown): boolean {
  const body: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(body)) {
    return false;
  }
  const { error, choices } = body;
  if (isSet(error) || body["object"] === "error" || body["type"] === "error") {
    return true;
  }
  if (Array.isArray(choices)) {
    return choices.some(
      (choice: unknown) => isRecord(choice) && choice["finish_reason"] === "error",
    );
  }
  return body["success"] === false || body["sucesso"] === false || hasErrorField(body);
}

function hasErrorField(body: Fields): boolean {
  return (
    Object.keys(body).some((key) => errorKeys.has(fieldName(key)) && isSet(body[key])) ||
    ["message", "Message", "mensagem", "mensaje"].some((key) => isMessage(body[key])) ||
    (typeof body["title"] === "string" && typeof body["status"] === "number")
  );
}

export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "";
}

/** True for an error text, false for a conversation's message. */
function isMessage(value: unknown): boolean {
  return typeof value === "string" || (isRecord(value) && !("role" in value));
}
