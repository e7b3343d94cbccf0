import type { ComponentChildren } from "preact";

/** A sentence whose "e-mail" does not break after its hyphen, and is copied as it is written. */
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
