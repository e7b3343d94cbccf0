const FIRST_LATIN_1 = 0xa0;

const latin1Names = `
  nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn
  sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave
  Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc
  Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute
  THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml
  igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave
  uacute ucirc uuml yacute thorn yuml
`;

const pairs = `
  fnof ƒ Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ
  Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω
  alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ
  nu ν xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω
  thetasym ϑ upsih ϒ piv ϖ bull • hellip … prime ′ Prime ″ oline ‾ frasl ⁄ weierp ℘ image ℑ
  real ℜ trade ™ alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒
  dArr ⇓ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑
  minus − lowast ∗ radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼
  cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗
  perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang ⟨ rang ⟩ loz ◊ spades ♠ clubs ♣
  hearts ♥ diams ♦ amp & lt < gt > OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ circ ˆ tilde ˜
  ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ permil ‰
  lsaquo ‹ rsaquo › euro € apos ' excl ! num # dollar $ percnt % lpar ( rpar ) ast * plus +
  comma , period . sol / colon : semi ; equals = quest ? commat @ lsqb [ rsqb ] Hat ^ lowbar _
  lcub { verbar | rcub } check ✓ cross ✗ star ☆ starf ★ Dcaron Ď dcaron ď Ccaron Č ccaron č
  lbrace { rbrace } lbrack [ rbrack ]
`;

/** Characters that are invisible in an editor, or would end the string above. */
const codes: readonly (readonly [string, number])[] = [
  ["quot", 0x22],
  ["bsol", 0x5c],
  ["grave", 0x60],
  ["Tab", 0x09],
  ["NewLine", 0x0a],
  ["ensp", 0x2002],
  ["emsp", 0x2003],
  ["thinsp", 0x2009],
  ["zwnj", 0x200c],
  ["zwj", 0x200d],
  ["lrm", 0x200e],
  ["rlm", 0x200f],
];

/**
 * The references of HTML 4 and the ASCII references of HTML 5. Other references stay as written: the browser's table
 * is only in its HTML parser, and a copy would be large.
 */
export const namedCharacters: ReadonlyMap<string, string> = new Map([
  ...latin1(),
  ...inPairs(),
  ...codes.map(([name, code]): [string, string] => [name, String.fromCodePoint(code)]),
]);

function latin1(): [string, string][] {
  return words(latin1Names).map((name, index) => [
    name,
    String.fromCodePoint(FIRST_LATIN_1 + index),
  ]);
}

function inPairs(): [string, string][] {
  const all = words(pairs);
  return all.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, all[index + 1] ?? ""]] : [],
  );
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
