export interface SeedState {
  /** The state's code of IBGE, as the sandbox reads "state code". */
  readonly codigo: number;
  readonly capital: string;
  readonly faixas: readonly (readonly [inicio: string, fim: string, dias: number])[];
  /** The minimum order in cents. */
  readonly pedidoMinimo: number;
}

export const seedStates: readonly SeedState[] = [
  {
    codigo: 35,
    capital: "São Paulo",
    faixas: [
      ["01000", "09999", 1],
      ["11000", "19999", 3],
    ],
    pedidoMinimo: 15_000,
  },
  {
    codigo: 33,
    capital: "Rio de Janeiro",
    faixas: [
      ["20000", "23799", 2],
      ["23800", "28999", 4],
    ],
    pedidoMinimo: 18_000,
  },
  { codigo: 32, capital: "Vitória", faixas: [["29000", "29999", 4]], pedidoMinimo: 20_000 },
  {
    codigo: 31,
    capital: "Belo Horizonte",
    faixas: [
      ["30000", "34999", 3],
      ["35000", "39999", 5],
    ],
    pedidoMinimo: 18_000,
  },
  {
    codigo: 29,
    capital: "Salvador",
    faixas: [
      ["40000", "42599", 5],
      ["44000", "48999", 8],
    ],
    pedidoMinimo: 25_000,
  },
  { codigo: 28, capital: "Aracaju", faixas: [["49000", "49999", 7]], pedidoMinimo: 28_000 },
  {
    codigo: 26,
    capital: "Recife",
    faixas: [
      ["50000", "54999", 6],
      ["55000", "56999", 9],
    ],
    pedidoMinimo: 28_000,
  },
  { codigo: 27, capital: "Maceió", faixas: [["57000", "57999", 8]], pedidoMinimo: 30_000 },
  { codigo: 25, capital: "João Pessoa", faixas: [["58000", "58999", 8]], pedidoMinimo: 30_000 },
  { codigo: 24, capital: "Natal", faixas: [["59000", "59999", 8]], pedidoMinimo: 30_000 },
  {
    codigo: 23,
    capital: "Fortaleza",
    faixas: [
      ["60000", "61599", 7],
      ["61600", "63999", 10],
    ],
    pedidoMinimo: 30_000,
  },
  { codigo: 22, capital: "Teresina", faixas: [["64000", "64999", 9]], pedidoMinimo: 32_000 },
  { codigo: 21, capital: "São Luís", faixas: [["65000", "65999", 9]], pedidoMinimo: 32_000 },
  {
    codigo: 15,
    capital: "Belém",
    faixas: [
      ["66000", "66999", 10],
      ["67000", "68899", 14],
    ],
    pedidoMinimo: 40_000,
  },
  { codigo: 16, capital: "Macapá", faixas: [["68900", "68999", 15]], pedidoMinimo: 45_000 },
  {
    codigo: 13,
    capital: "Manaus",
    faixas: [
      ["69000", "69299", 13],
      ["69400", "69899", 18],
    ],
    pedidoMinimo: 45_000,
  },
  { codigo: 14, capital: "Boa Vista", faixas: [["69300", "69399", 17]], pedidoMinimo: 48_000 },
  { codigo: 12, capital: "Rio Branco", faixas: [["69900", "69999", 16]], pedidoMinimo: 48_000 },
  {
    codigo: 53,
    capital: "Brasília",
    faixas: [
      ["70000", "72799", 4],
      ["73000", "73699", 5],
    ],
    pedidoMinimo: 22_000,
  },
  {
    codigo: 52,
    capital: "Goiânia",
    faixas: [
      ["72800", "72999", 6],
      ["73700", "76799", 5],
    ],
    pedidoMinimo: 22_000,
  },
  { codigo: 11, capital: "Porto Velho", faixas: [["76800", "76999", 14]], pedidoMinimo: 42_000 },
  { codigo: 17, capital: "Palmas", faixas: [["77000", "77999", 9]], pedidoMinimo: 32_000 },
  { codigo: 51, capital: "Cuiabá", faixas: [["78000", "78899", 8]], pedidoMinimo: 30_000 },
  { codigo: 50, capital: "Campo Grande", faixas: [["79000", "79999", 6]], pedidoMinimo: 26_000 },
  {
    codigo: 41,
    capital: "Curitiba",
    faixas: [
      ["80000", "83800", 2],
      ["84000", "87999", 4],
    ],
    pedidoMinimo: 18_000,
  },
  {
    codigo: 42,
    capital: "Florianópolis",
    faixas: [
      ["88000", "88099", 3],
      ["88100", "89999", 4],
    ],
    pedidoMinimo: 20_000,
  },
  {
    codigo: 43,
    capital: "Porto Alegre",
    faixas: [
      ["90000", "94999", 4],
      ["95000", "99999", 6],
    ],
    pedidoMinimo: 20_000,
  },
];

export const pricedStates: ReadonlyMap<number, number> = new Map([
  [35, 100],
  [33, 106],
  [31, 103],
  [41, 102],
]);
