const stopWords = new Set(
  (
    "a an and are as at be but by can could do does for from had has have how i if in into is it its me my not of on " +
    "or our please should so than that the their them then there these this those to was we were what when where " +
    "which who why will with would you your about any there now explain works work tell " +
    "o os as um uma uns umas e ou de do da dos das em no na nos nas por pelo pela para pra com sem que qual quais " +
    "como quando onde quem porque se eu ele ela eles elas me meu minha seu sua isso isto este esta esse essa ao aos " +
    "nao sim ser estar foi sao esta ha tem agora explique funciona ter pode posso favor sobre mais muito ja la"
  ).split(" "),
);

const conceptGroups = [
  "stock estoque inventory saldo",
  "order orders pedido pedidos",
  "price prices preco precos valor",
  "product products produto produtos item",
  "quantity quantidade qty amount",
  "update change set alterar altere mudar mude atualizar atualize ajustar ajuste trocar troco troque modify",
  "cancel cancelar cancele",
  "track rastrear rastreie acompanhar",
  "list show listar liste mostrar mostre exibir",
  "search find buscar busque procurar procure encontrar pesquisar",
  "read open ler leia abrir abra",
  "file files arquivo arquivos",
  "create add criar crie adicionar adicione",
  "delete remove apagar apague excluir exclua remover",
  "code codigo sku",
  "weather clima tempo",
  "city cidade",
  "token tokens chave key",
  "error errors erro erros falha falhas failure",
  "settings setting configuracao configuracoes configurar configuro configure",
  "install instalar instalacao installation",
  "history historico",
  "stop parar pare interromper",
  "selection selecao",
  "context contexto",
  "model models modelo modelos",
  "proxy proxies",
];

/** Without an object, action words match almost anything. */
const actionTerms = new Set([
  "#update",
  "#cancel",
  "#track",
  "#list",
  "#search",
  "#read",
  "#create",
  "#delete",
  "get",
]);

const changeTerms = new Set([
  "#update",
  "#cancel",
  "#track",
  "#create",
  "#delete",
  "save",
  "regis",
]);

const stemLength = 5;

const concepts = new Map(
  conceptGroups.flatMap((group) => {
    const words = group.split(" ");
    return words.map((word) => [word, `#${words[0] ?? ""}`] as const);
  }),
);

export function isAction(term: string): boolean {
  return actionTerms.has(term);
}

export function isChange(term: string): boolean {
  return changeTerms.has(term);
}

export function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/**
 * Words are cut to stems, so that inflected forms match. Words of one concept in both languages become the same term.
 */
export function termsOf(text: string): readonly string[] {
  const separated = text.replaceAll(/([a-z\d])([A-Z])/gu, "$1 $2");
  return (plain(separated).match(/[a-z0-9]+/gu) ?? [])
    .filter((word) => word.length > 1 && !stopWords.has(word))
    .map((word) => concepts.get(word) ?? word.slice(0, stemLength));
}
