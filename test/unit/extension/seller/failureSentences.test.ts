import { expect, test, vi } from "vitest";

import bundle from "../../../../l10n/bundle.l10n.pt-br.json" with { type: "json" };
import { sentenceOf } from "../../../../src/extension/seller/failureSentences.ts";
import { SellerError } from "../../../../src/seller/client/sellerError.ts";

vi.mock("vscode", () => ({ l10n: { t: (text: string) => text } }));

function sentence(systemCode: string): string {
  return sentenceOf(new SellerError("insecure", { systemCode, notSent: true }));
}

test.each([
  ["CERT_HAS_EXPIRED", "has expired"],
  ["CERT_NOT_YET_VALID", "not valid yet"],
  ["ERR_CERT_DATE_INVALID", "has expired"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "for another name"],
  ["ERR_CERT_COMMON_NAME_INVALID", "for another name"],
  ["EPROTO", "does not use https"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "does not use https"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "not trusted on this machine"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "not trusted on this machine"],
  ["ERR_CERT_AUTHORITY_INVALID", "not trusted on this machine"],
])(
  "a connection that is not secure says why and what to do, in both languages: %s",
  (code, why) => {
    expect(sentence(code)).toContain(why);
    expect(sentence(code)).toContain("nothing was sent");
    expect(Object.keys(bundle)).toContain(sentence(code));
  },
);
