import type { Bilingual } from "./fields.ts";

/** A separate module, because a host shows the titles before it loads the calls. */
export const callTitles = {
  getToken: { en: "Obtain token", ptBr: "Obter token" },
  saveProduct: { en: "Save product", ptBr: "Salvar produto" },
  listProducts: { en: "List catalogue", ptBr: "Listar catálogo" },
  updateStock: { en: "Update stock quantity", ptBr: "Atualizar estoque" },
  listStock: { en: "List stock", ptBr: "Listar estoque" },
  savePrice: { en: "Save price", ptBr: "Salvar preço" },
  listPrices: { en: "List prices", ptBr: "Listar preços" },
  saveDeliveryTerm: { en: "Save delivery term", ptBr: "Salvar prazo de entrega" },
  listDeliveryTerms: { en: "List delivery terms", ptBr: "Listar prazos de entrega" },
  saveMinimumOrder: { en: "Save minimum order", ptBr: "Salvar pedido mínimo" },
  listMinimumOrders: { en: "List minimum orders", ptBr: "Listar pedidos mínimos" },
  registerTracking: { en: "Register tracking or status", ptBr: "Registrar rastreio ou status" },
  cancelOrder: { en: "Cancel order", ptBr: "Cancelar pedido" },
  getOrder: { en: "Get order", ptBr: "Buscar pedido" },
} as const satisfies Readonly<Record<string, Bilingual>>;

export const toolTitles: Readonly<Record<string, Bilingual>> = Object.fromEntries(
  Object.entries(callTitles).map(([id, title]) => [toolName(id), title]),
);

export function toolName(id: string): string {
  return `seller_${id.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)}`;
}
