import { describe, expect, test } from "vitest";

import { exportRows } from "../../../../src/seller/csv/columns/exportRows.ts";
import {
  csvHeader,
  csvLine,
  failedRow,
  failedRowsHeader,
  textCell,
} from "../../../../src/seller/csv/read/csvWriter.ts";
import { check } from "./check.ts";

describe("the file of failed rows", () => {
  test("gives the same verdict when it is imported again, and no second column of errors", async () => {
    const first = await check(
      "registerTracking",
      'numeroPedido;codigoRastreamento\n1;"=cmd|x;""y"""\nx;@SUM(A1)\n3;"line\nbreak"\ny;z\n',
    );
    const asFile = ({ rows, summary }: typeof first): string =>
      failedRowsHeader(summary.header, ";") +
      rows
        .filter(({ input }) => !input)
        .map(({ row, errors }) =>
          failedRow(summary.header, row.cells, {
            reason: errors.map(({ code }) => code).join(", "),
            delimiter: ";",
          }),
        )
        .join("");
    const second = await check("registerTracking", asFile(first));
    const verdicts = ({ rows }: typeof first) =>
      rows.filter(({ input }) => !input).map(({ errors }) => errors);
    expect(verdicts(first)).toHaveLength(3);
    expect(verdicts(second)).toEqual(verdicts(first));
    expect(second.summary.rows).toBe(3);
    const third = await check("registerTracking", asFile(second));
    expect(third.summary).toEqual(second.summary);
  });

  test("has no cell that a spreadsheet would run", () => {
    const row = failedRow(["a"], ["=1+1"], { reason: "=2", delimiter: ";" });
    expect(row).toBe(" =1+1;'=2\r\n");
  });
});

test("text that looks like a formula survives an export and an import", async () => {
  const carrier = "=Transportes & Cia";
  const file =
    csvHeader(["numeroPedido", "nomeTransportadora"], ";") + csvLine(["1", textCell(carrier)], ";");
  const { rows } = await check("registerTracking", file);
  expect(rows[0]?.input).toMatchObject({ body: { nomeTransportadora: carrier } });
});

test("what is exported is imported as it was", async () => {
  const terms = [
    {
      estado: { codigo: 35 },
      cepInicio: "01000000",
      cepFim: "05999999",
      quantidadeDiasEntrega: 3,
      dataInicio: "2026-01-01T00:00:00.000Z",
    },
  ];
  const minimums = [
    { id: { fornecedor: { codigoPessoa: 1 }, estado: { codigo: 35 } }, valor: 1234.5 },
  ];
  const format = { delimiter: ";", decimal: "," } as const;
  const files = [
    [...exportRows("saveDeliveryTerm", terms, format)].join(""),
    [...exportRows("saveMinimumOrder", [...minimums, {}], format)].join(""),
  ] as const;
  const bodies = [
    (await check("saveDeliveryTerm", files[0])).rows.map(({ input }) => input?.body),
    (await check("saveMinimumOrder", files[1])).rows.map(({ input }) => input?.body),
  ];
  expect(bodies).toEqual([terms, minimums]);
});
