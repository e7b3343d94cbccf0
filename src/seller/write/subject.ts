import { visibleText } from "../../shared/text/visibleText.ts";
import type { ApiCallId } from "../contract/calls.ts";
import { valueAt } from "../contract/schemaFields.ts";
import { ibgeStates } from "../contract/states.ts";
import type { RawInput } from "../contract/validate.ts";

const maxPart = 60;

/**
 * For example "Café torrado 500 g · MG", or codes if the name is unknown. A name from the portal cannot hide or reverse
 * the text.
 */
export function subjectOf(call: ApiCallId, input: RawInput, productName?: string): string {
  return partsOf(call, input, productName)
    .filter((part) => part !== "")
    .map((part) => shortened(visibleText(part)))
    .join(" · ");
}

function partsOf(call: ApiCallId, input: RawInput, name: string | undefined): readonly string[] {
  const body = (...path: readonly string[]): string => textOf(valueAt(input.body, path));
  switch (call) {
    case "saveProduct":
      return [name ?? "", body("codigoProdutoSeller")];
    case "updateStock":
      return [name ?? textOf(valueAt(input.parameters, ["codigoProdutoMarketplace"]))];
    case "savePrice":
      return [name ?? body("produto", "codigo"), stateName(body("estado", "codigo"))];
    case "saveDeliveryTerm":
      return [
        stateName(body("estado", "codigo")),
        [body("cepInicio"), body("cepFim")].filter(Boolean).join("–"),
      ];
    case "saveMinimumOrder":
      return [stateName(body("id", "estado", "codigo"))];
    default:
      return [body("numeroPedido")];
  }
}

function stateName(code: string): string {
  return ibgeStates.get(Number(code)) ?? code;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function shortened(text: string): string {
  return text.length > maxPart ? `${text.slice(0, maxPart)}…` : text;
}
