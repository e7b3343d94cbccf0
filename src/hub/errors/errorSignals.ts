import { type Fields, isRecord, parseJson } from "../../shared/base/json.ts";
import { fieldName, isSet } from "./errorObject.ts";

export interface ErrorSignals {
  readonly codes: readonly string[];
  readonly hubCode: string | undefined;
  readonly messages: readonly string[];
  /** The status in the body: some gateways send errors with HTTP 200. */
  readonly bodyStatus: number | undefined;
  readonly requestId: string | undefined;
  readonly models: readonly string[];
  readonly objects: readonly Fields[];
}

const codeKeys = new Set(
  "code type status errorcode errortype reason __type interveningguardrail action direction codigo codigoerro codigodoerro tipo tipoerro motivo razao razon causa estado".split(
    " ",
  ),
);
const statusKeys = new Set("code status statuscode httpstatus httpcode codigo estado".split(" "));
const messageKeys = new Set(
  (
    "message messages detail details title error errors errordescription errormessage errormsg msg actionreason usermessage description reason " +
    "erro erros mensagem mensagens mensagemerro detalhe detalhes descricao titulo motivo " +
    "mensaje mensajes errores detalle detalles descripcion razon"
  ).split(" "),
);
const requestIdKeys = new Set(
  "requestid idrequisicao requisicaoid idsolicitacao idsolicitud idpeticion".split(" "),
);
const tellingKey = /guardrail|hook_results|moderation|flagged/u;

const allowedModelsKey =
  /^(?:allowed|permitted|authori[sz]ed|enabled|accessible)models?$|^models?(?:allowed|permitted)$|^model[eo]s?(?:permitid|autorizad|liberad|habilitad)os$/u;
const availableModelsKey =
  /^(?:available|supported|valid|known)models?$|^models?available$|^modelos?(?:disponi\w+|suportados|soportados|validos)$/u;

const maxObjects = 64;
const maxFields = 60;
const maxItems = 20;
const maxDepth = 8;
const maxUnwraps = 3;

/** Unwraps strings with JSON up to three levels. */
export function readErrorSignals(body: unknown): ErrorSignals {
  const reader = new SignalReader();
  reader.visit(body, { depth: 0, unwraps: 0, isMessage: true });
  return reader;
}

interface Place {
  readonly depth: number;
  readonly unwraps: number;
  readonly isMessage: boolean;
}

class SignalReader implements ErrorSignals {
  readonly codes: string[] = [];
  readonly messages: string[] = [];
  readonly objects: Fields[] = [];
  readonly models: string[] = [];
  bodyStatus: number | undefined;
  requestId: string | undefined;
  #code: string | undefined;
  #type: string | undefined;

  get hubCode(): string | undefined {
    return this.#code ?? this.#type;
  }

  visit(value: unknown, place: Place): void {
    if (place.depth > maxDepth) {
      return;
    }
    if (typeof value === "string") {
      this.#visitText(value, place);
    } else if (Array.isArray(value)) {
      for (const item of value.slice(0, maxItems)) {
        this.visit(item, { ...place, depth: place.depth + 1 });
      }
    } else if (isRecord(value) && this.objects.length < maxObjects) {
      this.objects.push(value);
      for (const [key, field] of Object.entries(value).slice(0, maxFields)) {
        this.#visitField(key, field, place);
      }
    }
  }

  #visitText(text: string, place: Place): void {
    const mayUnwrap = place.unwraps < maxUnwraps && /^\s*[{[]/u.test(text);
    const parsed = mayUnwrap ? parseJson(text) : undefined;
    if (parsed !== undefined) {
      this.visit(parsed, { ...place, depth: place.depth + 1, unwraps: place.unwraps + 1 });
    } else if (place.isMessage && text.trim() !== "") {
      this.messages.push(text);
    }
  }

  #visitField(key: string, field: unknown, place: Place): void {
    if (tellingKey.test(key.toLowerCase()) && isSet(field)) {
      this.codes.push(key.toLowerCase().slice(0, 200));
    }
    const name = fieldName(key);
    this.#readModels(name, field);
    const holdsMessage = messageKeys.has(name);
    if (typeof field === "object") {
      this.visit(field, { ...place, depth: place.depth + 1, isMessage: holdsMessage });
    } else if (typeof field === "string" || typeof field === "number") {
      this.#readScalar(name, String(field));
      if (holdsMessage) {
        this.#readMessage(name, String(field), place);
      }
    }
  }

  /** Reads a message; some servers send a code instead of a sentence. */
  #readMessage(name: string, text: string, place: Place): void {
    const isCode =
      /^[a-z][\w.:-]{2,80}$/iu.test(text) && /[a-z][_.:-][a-z]|[a-z][A-Z]/iu.test(text);
    if (isCode && !codeKeys.has(name)) {
      this.#addCode(name, text);
    }
    if (!codeKeys.has(name) || text.includes(" ")) {
      this.#visitText(text, { ...place, isMessage: true });
    }
  }

  #readScalar(name: string, text: string): void {
    if (codeKeys.has(name)) {
      this.#addCode(name, text.slice(0, 200));
    }
    if (statusKeys.has(name) && /^[45]\d\d$/u.test(text)) {
      this.bodyStatus ??= Number(text);
    }
    if (requestIdKeys.has(name)) {
      this.requestId ??= text;
    }
  }

  #readModels(name: string, field: unknown): void {
    const isAllowed = allowedModelsKey.test(name);
    if (!isAllowed && !availableModelsKey.test(name)) {
      return;
    }
    const list: readonly unknown[] = Array.isArray(field) ? field : String(field).split(/[,;]\s*/u);
    const models = list.slice(0, maxItems).flatMap(modelId);
    if (models.length > 0) {
      this.models.push(...models);
      this.codes.push(isAllowed ? "allowed_models" : "available_models");
    }
  }

  #addCode(name: string, text: string): void {
    this.codes.push(snakeCase(text));
    const isTelling = /[a-z]/iu.test(text) && !/^(?:error|none|null|failure)$/iu.test(text);
    if (isTelling && /cod/u.test(name)) {
      this.#code ??= text;
    } else if (isTelling) {
      this.#type ??= text;
    }
  }
}

function modelId(entry: unknown): readonly string[] {
  const id = isRecord(entry) ? (entry["id"] ?? entry["name"]) : entry;
  return typeof id === "string" && /^\s*[\w./:@+-]{1,200}\s*$/u.test(id) ? [id.trim()] : [];
}

/** Unifies `RateLimitError`, `rate-limit error` and `RATE_LIMIT_ERROR`. */
function snakeCase(text: string): string {
  return text
    .replaceAll(/([a-z\d])([A-Z])/gu, "$1_$2")
    .replaceAll(/[\s-]+/gu, "_")
    .toLowerCase();
}
