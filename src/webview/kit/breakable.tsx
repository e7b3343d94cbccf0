import type { ComponentChildren } from "preact";

/** A long name in one word, such as `codigoProdutoMarketplace`, that may break where its words meet. */
export function breakable(name: string): ComponentChildren {
  return name
    .split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\.)/u)
    .flatMap((piece, index) => (index === 0 ? [piece] : [<wbr key={index} />, piece]));
}
