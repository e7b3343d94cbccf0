import type { ComponentChildren } from "preact";

/** A long name such as `codigoProdutoMarketplace` may break between its words. */
export function breakable(name: string): ComponentChildren {
  return name
    .split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\.)/u)
    .flatMap((piece, index) => (index === 0 ? [piece] : [<wbr key={index} />, piece]));
}
