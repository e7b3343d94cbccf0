/** Products that differ only in brand, kind and size. */
export interface Family {
  readonly nome: string;
  readonly codigoNcmBase: string;
  /** 1 food, 2 drinks, 3 care, 4 cleaning, 5 home, 6 electronics, 7 stationery, 8 clothes. */
  readonly codigoDepartamento: number;
  readonly codigoCategoria: number;
  readonly tipos: readonly string[];
  readonly tamanhos: readonly Size[];
  /** Shelf life; the specification names no unit. Absent for products that do not spoil. */
  readonly prazoValidade?: number;
}

/** Text for the description, weight, height, width, length, and price in cents. */
type Size = readonly [
  texto: string,
  peso: number,
  altura: number,
  largura: number,
  comprimento: number,
  centavos: number,
];
