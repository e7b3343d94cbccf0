import { afterAll, beforeAll, expect, test } from "vitest";

import type { JournalView } from "../../../src/shared/sellerPage/sellerJournal.ts";
import type {
  FormId,
  FormValues,
  WriteResult,
} from "../../../src/shared/sellerPage/sellerState.ts";
import { SellerLab } from "./sellerLab.ts";

let lab: SellerLab;

beforeAll(async () => {
  lab = await SellerLab.start({ language: "ptBr" });
});

afterAll(() => lab[Symbol.asyncDispose]());

async function write(call: FormId, values: FormValues): Promise<WriteResult["outcome"]> {
  const planned = await lab.page.planWrite({ call, values });
  if (!planned.ok) {
    throw new Error(planned.message);
  }
  return (await lab.page.sendWrite({ planId: planned.plan.id })).outcome;
}

async function newest(): Promise<JournalView> {
  const { entries } = await lab.page.readJournal({ search: "", offset: 0 });
  const [entry] = entries;
  if (!entry) {
    throw new Error("The journal is empty");
  }
  return entry;
}

async function record(
  list: "listStock" | "listPrices" | "listProducts",
  has: RegExp,
): Promise<object> {
  const read = await lab.back.desks
    .desk()
    ?.client.list(list, { signal: AbortSignal.timeout(20_000) });
  const {
    dataAtualizacao: _,
    codigoUsuarioAtualizacao: __,
    ...fields
  } = read?.entries.find((entry) => has.test(JSON.stringify(entry))) ?? {};
  return fields;
}

test.each([
  ["updateStock", "listStock", /Marketplace":123,/u, { quantidadeEstoque: "77" }],
  [
    "savePrice",
    "listPrices",
    /"produto":\{"codigo":123\}.*"codigo":31/u,
    { valorPrecoBase: "21,35" },
  ],
  ["saveProduct", "listProducts", /Marketplace":123,/u, { descricao: "Outro nome", peso: "1,5" }],
] as const)(
  "%s is undone from the journal: the portal has what it had",
  async (call, list, has, edit) => {
    const before = await record(list, has);
    const query = { list, search: "", isDescending: false };
    await lab.page.openList({ list, refresh: true });
    const { matching } = await lab.page.readRows({ query, offset: 0, count: 1 });
    const all = await lab.back.desks
      .desk()
      ?.client.list(list, { signal: AbortSignal.timeout(20_000) });
    const index = all?.entries.findIndex((entry) => has.test(JSON.stringify(entry))) ?? matching;
    const { values } = await lab.page.openForm({ call, row: { query, index } });
    expect(await write(call, { ...values, ...edit })).toBe("done");
    expect(await record(list, has)).not.toEqual(before);
    const entry = await newest();
    expect(entry).toMatchObject({ canUndo: true, outcome: "done" });
    const undo = await lab.page.openUndo({ id: entry.id });
    if (!undo.ok) {
      throw new Error(undo.message);
    }
    expect(await write(call, undo.form.values)).toBe("done");
    expect(await record(list, has)).toEqual(before);
  },
);

test("the row of the journal names the record by its product and state", async () => {
  await write("savePrice", {
    "produto.codigo": "123",
    "estado.codigo": "31",
    valorPrecoBase: "9,99",
  });
  const { subject } = await newest();
  expect(subject).toMatch(/^[^\d].* · MG$/u);
});

test("a write that made something new, or that cannot be repeated, has no way back", async () => {
  const numeroPedido = String(lab.portal.sandbox.numeroPedido);
  await write("cancelOrder", { numeroPedido, codigoMotivoCancelamento: "1" });
  const cancelled = await newest();
  expect(cancelled).toMatchObject({ canUndo: false, subject: numeroPedido });
  expect(await lab.page.openUndo({ id: cancelled.id })).toEqual({ ok: false, message: "noUndo" });
  await write("saveProduct", {
    codigoProdutoSeller: "NOVO-1",
    descricao: "Chá",
    codigoNcmBase: "0901.21.00",
    codigoBarrasEAN: "7891234567895",
  });
  expect((await newest()).canUndo).toBe(false);
});

test("the way back of another environment's write asks for that environment first", async () => {
  await write("updateStock", { codigoProdutoMarketplace: "124", quantidadeEstoque: "5" });
  const { id } = await newest();
  await using other = await SellerLab.start({
    folder: lab.folder,
    portal: lab.portal,
    kind: "production",
    ambiente: "HML",
  });
  expect(await other.page.openUndo({ id })).toEqual({
    ok: false,
    message: "otherEnvironment Lab",
  });
});
