import type { ComponentChildren } from "preact";

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
