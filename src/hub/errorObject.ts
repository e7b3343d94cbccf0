import { type Fields, isRecord } from "../shared/json.ts";

/** Fields that occur only in errors, folded by `fieldName`. */
const errorKeys = new Set(
  "detail __type errors statuscode erro erros errores mensagemerro codigoerro codigodoerro".split(
    " ",
  ),
);

/** Lower case without accents, so that one stem matches every spelling: "Orçamento" becomes `orcamento`. */
export function foldSentence(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll("’", "'")
    .toLowerCase();
}

/** `error_message`, `errorMessage` and `Error-Message` are one name, and so are `código` and `codigo`. */
export function fieldName(key: string): string {
  const name = foldSentence(key.slice(0, 200));
  return name === "__type" ? name : name.replaceAll(/[_\-.\s]+/gu, "");
}

/** Whether a parsed answer, or a part of one, is an error in one of the shapes that gateways use. */
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

/** Whether a body that is no part of an answer has a field that occurs only in errors. */
function hasErrorField(body: Fields): boolean {
  return (
    Object.keys(body).some((key) => errorKeys.has(fieldName(key)) && isSet(body[key])) ||
    ["message", "Message", "mensagem", "mensaje"].some((key) => isMessage(body[key])) ||
    (typeof body["title"] === "string" && typeof body["status"] === "number")
  );
}

/** Whether a field says anything. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "";
}

/** Whether a `message` is an error's text and not a message of a conversation. */
function isMessage(value: unknown): boolean {
  return typeof value === "string" || (isRecord(value) && !("role" in value));
}
