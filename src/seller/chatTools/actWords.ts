import { visibleText } from "../../shared/text/visibleText.ts";
import { type ApiCallId, sellerCall } from "../contract/calls.ts";
import type { Bilingual } from "../contract/fields.ts";
import type { RequestField } from "./requestFields.ts";

/** `{name}` stands for a field of the request, `{environment}` for the environment's name. */
const acts: Readonly<Partial<Record<ApiCallId, Bilingual>>> = {
  updateStock: {
    en: "Set stock of {codigoProdutoMarketplace} to {quantidadeEstoque} in {environment}",
    ptBr: "Alterar o estoque do {codigoProdutoMarketplace} para {quantidadeEstoque} em {environment}",
  },
  saveProduct: {
    en: "Save product {codigoProdutoSeller} in {environment}",
    ptBr: "Salvar o produto {codigoProdutoSeller} em {environment}",
  },
  savePrice: {
    en: "Set price of {produto.codigo} in state {estado.codigo} to {valorPrecoBase} in {environment}",
    ptBr: "Alterar o preço do {produto.codigo} na UF {estado.codigo} para {valorPrecoBase} em {environment}",
  },
  saveDeliveryTerm: {
    en: "Set delivery to {cepInicio}–{cepFim} to {quantidadeDiasEntrega} days in {environment}",
    ptBr: "Alterar a entrega de {cepInicio} a {cepFim} para {quantidadeDiasEntrega} dias em {environment}",
  },
  saveMinimumOrder: {
    en: "Set minimum order of state {id.estado.codigo} to {valor} in {environment}",
    ptBr: "Alterar o pedido mínimo da UF {id.estado.codigo} para {valor} em {environment}",
  },
  registerTracking: {
    en: "Register tracking of order {numeroPedido} in {environment}",
    ptBr: "Registrar o rastreio do pedido {numeroPedido} em {environment}",
  },
  cancelOrder: {
    en: "Cancel order {numeroPedido} in {environment}",
    ptBr: "Cancelar o pedido {numeroPedido} em {environment}",
  },
};

const maxValue = 60;

/** The text of the send button, for example "Set stock of 12 to 5 in Sandbox". */
export function actOf(
  call: ApiCallId,
  fields: readonly RequestField[],
  environment: string,
): Bilingual {
  const values = new Map(fields.map(({ name, value }) => [name, value]));
  const { en, ptBr } = acts[call] ?? sellerCall(call).title;
  const fill = (sentence: string): string =>
    sentence.replaceAll(/\{([\w.]+)\}/gu, (_match, name: string) =>
      shortened(name === "environment" ? environment : (values.get(name) ?? "–")),
    );
  return { en: fill(en), ptBr: fill(ptBr) };
}

function shortened(value: string): string {
  const text = visibleText(value);
  return text.length > maxValue ? `${text.slice(0, maxValue)}…` : text;
}
