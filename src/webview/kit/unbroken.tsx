import type { ComponentChildren } from "preact";

/** "e-mail" does not break after its hyphen; copies unchanged. */
export function unbroken(sentence: string): ComponentChildren {
  return sentence.split(/(e-mail)/iu).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <span key={index} style={{ whiteSpace: "nowrap" }}>
        {piece}
      </span>
    ),
  );
}
