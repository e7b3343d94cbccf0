import type { Random } from "./random.ts";

/** Writes a text with one value under one name. */
type Carry = (name: string, value: string, random: Random) => string;

export const carriers: readonly [readonly [string, Carry], ...(readonly [string, Carry])[]] = [
  [
    "prose",
    (name, value, random) =>
      random.pick([
        `Bom dia, segue o ${name} ${value} para conferência até sexta.`,
        `O ${name} informado na reunião foi ${value}. Pode confirmar?`,
        `Please check the ${name} ${value} before the release.`,
        `We got a complaint; the ${name} is ${value}, as far as I know.`,
      ]),
  ],
  [
    "code",
    (name, value, random) => {
      const identifier = name.replaceAll(/[^A-Za-z0-9]+/gu, "_");
      return random.pick([
        `const ${identifier} = "${value}";`,
        `  assert.equal(order.${identifier}, '${value}');`,
        `INSERT INTO t (id, ${identifier}) VALUES (${random.below(900)}, '${value}');`,
        `${identifier.toUpperCase()}="${value}" npm start`,
      ]);
    },
  ],
  [
    "JSON",
    (name, value, random) =>
      random.pick([
        `{"id":${random.below(9000)},"${name}":"${value}","active":true}`,
        `{\n  "status": "ok",\n  "${name}": "${value}"\n}`,
      ]),
  ],
  [
    "log",
    (name, value, random) =>
      random.pick([
        `2026-11-2${random.below(9)}T09:15:0${random.below(9)}.120Z INFO [svc-7] saved ${name}=${value} in ${random.below(90)}ms`,
        `[21/Nov/2026:09:15:00 -0300] "GET /api/v1/search?${name}=${value} HTTP/1.1" 200 ${random.below(9000)}`,
        `ERROR worker-${random.below(9)}: bad ${name}: ${value}`,
      ]),
  ],
  [
    "CSV",
    (name, value, random) =>
      random.pick([
        `${random.below(900)};${name};${value};ativo`,
        `id,nome,${name},cidade\n${random.below(900)},Ana Souza,,Recife\n${random.below(900)},Bruno Lima de Albuquerque,${value},São Paulo`,
        `"nome";"${name}"\n"Carla Dias";"${value}"`,
      ]),
  ],
];
