import type { SecretName } from "../../shared/guarded/secretNames.ts";
import { hasHubCheck } from "./hubCheck.ts";
import { isPassword, isPlaceholder, isRandom, jsonPart } from "./secretValue.ts";

export interface SecretForm {
  readonly name: SecretName;
  /** The first characters of the secret, at a word's start. */
  readonly starts: readonly string[];
  /** Sticky. The group `value` is the secret; without it, the whole match. */
  readonly pattern: RegExp;
  readonly isReal?: (value: string) => boolean;
}

function isBody(value: string): boolean {
  return !/^(?:x|\*|\.)+$|(.)\1{5}|x{6}|1234567|abcdefgh|example/iu.test(value);
}

const end = String.raw`(?![\w-])`;

function token(starts: string, pattern: string, name: SecretName = "token"): SecretForm {
  return {
    name,
    starts: starts.split(" "),
    pattern: new RegExp(pattern + end, "uy"),
    isReal: isBody,
  };
}

/** Example keys of vendors and of RFC 5849, 6749, 6750 and 9449, and the key of Azure's emulator. */
export const publishedKeys =
  /AKIAIOSFODNN7EXAMPLE|wJalrXUtnFEMI|AKIAI44QH8DHBEXAMPLE|4eC39HqLyjWDarjtT1zdp7dc|SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c|TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ|BQokikJOvBiI2HlWgH4olfQ2|2YotnFZFEjr1zCsicMWpAA|tGzv3JOkF0XG5Qx2TlKWIA|czZCaGRSa3F0Mzpn|gX1fBat3bV|SplxlOBeZQQYbYS6WxSbIA|nnch734d00sl2jdk|hh5s93j4hdidpola|pfkkdhi9sl3r4s00|Kz~8mXK1EalYznwH-LC-1fBAo|Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq|sk_test_|rk_test_|TEST-\d{8}/u;

/** Tokens with a documented form. */
export const secretForms: readonly SecretForm[] = [
  token("AKIA ASIA ABIA ACCA", "A[KSBC][IC]A[A-Z0-9]{16}", "awsKey"),
  token("AIza", String.raw`AIza[\w-]{35}`, "cloudKey"),
  token("GOCSPX-", String.raw`GOCSPX-[\w-]{28}`, "cloudKey"),
  token("ya29.", String.raw`ya29\.[\w-]{40,400}`, "cloudKey"),
  token("dop_v1_ doo_v1_ dor_v1_", "do[opr]_v1_[a-f0-9]{64}", "cloudKey"),
  token("LTAI", "LTAI[A-Za-z0-9]{20}", "cloudKey"),
  token("ghp_ gho_ ghu_ ghs_ ghr_", "gh[pousr]_[A-Za-z0-9]{36,255}", "githubToken"),
  token("github_pat_", String.raw`github_pat_\w{60,100}`, "githubToken"),
  token("glpat- gldt- glrt- glptt- glft- glsoat- glcbt-", String.raw`gl[a-z]{2,5}-[\w.-]{20,60}`),
  token("npm_", "npm_[A-Za-z0-9]{36}"),
  token("pypi-", String.raw`pypi-[\w-]{50,300}`),
  token(
    "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxe. xoxc- xoxd-",
    String.raw`xox[a-es][.-][\w.%-]{10,300}`,
  ),
  token("xapp-", "xapp-[0-9]-[A-Z0-9]+-[0-9]{6,20}-[a-z0-9]{30,100}"),
  token("xoxp- xoxr-", String.raw`xox[pr]-[\w-]{10,300}`),
  token("whsec_", String.raw`whsec_[A-Za-z0-9+/]{32,64}`),
  token("hf_ api_org_", "(?:hf|api_org)_(?=[A-Za-z]*[a-z])(?=[A-Za-z]*[A-Z])[A-Za-z0-9]{34,40}"),
  token("gsk_", "gsk_[A-Za-z0-9]{48,60}"),
  token("r8_", "r8_[A-Za-z0-9]{37}"),
  token("SG.", String.raw`SG\.[\w-]{20,24}\.[\w-]{39,50}`),
  token("SK", "SK[0-9a-f]{32}"),
  token(
    "APP_USR- TEST-",
    String.raw`(?:APP_USR|TEST)-\d{10,20}-\d{6}-[a-f0-9]{32}(?:__[A-Z_]{1,10}__)?-\d{4,12}`,
  ),
  token("shpat_ shpss_ shpca_ shppa_", "shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}"),
  token("sbp_", "sbp_[a-f0-9]{40}"),
  token("dapi", "dapi[a-f0-9]{32}(?:-[0-9])?"),
  token("hvs.", String.raw`hvs\.[\w-]{24,200}`),
  token("EAAA", String.raw`EAAA[\w-]{60}`),
  token("sdk-", "sdk-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}"),
  token("NRAK-", "NRAK-[A-Z0-9]{27}"),
  token("glsa_", "glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}"),
  {
    name: "token",
    starts: ["discord.com/api/", "discordapp.com/api/"],
    pattern:
      /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{16,20}\/(?<value>[\w-]{60,90})/uy,
    isReal: isBody,
  },
  {
    name: "privateKey",
    starts: ["LS0tLS1CRUdJTi"],
    pattern: /LS0tLS1CRUdJTi[A-Za-z0-9+/]{80,16000}={0,2}/uy,
    isReal: (value) => atob(value.slice(0, 64)).includes("PRIVATE KEY"),
  },
  {
    name: "token",
    starts: ["sk_hub_"],
    pattern: /sk_hub_[0-9A-Za-z]{49}(?![\w-])/uy,
    isReal: hasHubCheck,
  },
  {
    name: "token",
    starts: ["hooks.slack.com/"],
    pattern:
      /hooks\.slack\.com\/(?:services|workflows)\/(?<value>T[A-Z0-9]{6,12}\/[A-Z]?[A-Z0-9]{6,12}\/[A-Za-z0-9/]{18,60})/uy,
    isReal: isBody,
  },
  {
    name: "jwt",
    starts: ["eyJ"],
    pattern: /eyJ[\w-]{8,2000}\.eyJ[\w-]{8,8000}\.[\w-]{20,2000}/uy,
    isReal: isJwt,
  },
  {
    name: "authorization",
    starts: ["Bearer ", "bearer ", "BEARER "],
    pattern: /bearer {1,3}(?<value>[\w.~+/-]{16,4000}={0,2})/iuy,
    isReal: isRandom,
  },
  {
    name: "authorization",
    starts: ["Authorization", "authorization"],
    pattern:
      /authorization["']?\s?[:=]\s?["']?(?!bearer|basic)[a-z][a-z-]{1,15} (?<value>[\w.~+/-]{16,400}={0,2})/iuy,
    isReal: isRandom,
  },
  {
    name: "authorization",
    starts: ["Basic ", "basic "],
    pattern: /basic {1,3}(?<value>[A-Za-z0-9+/]{10,400}={0,2})(?![\w-])/iuy,
    isReal: isBasic,
  },
  {
    name: "cloudKey",
    starts: ["sig="],
    pattern: /sig=(?<value>(?:[A-Za-z0-9+/]|%2[BF]){43,60}(?:=|%3D){0,2})/iuy,
    isReal: (value) => isRandom(value.replaceAll(/%../gu, "+")),
  },
  {
    name: "password",
    starts: ["IDENTIFIED BY ", "identified by "],
    pattern: /identified by (?:password )?["'](?<value>[^"'\s]{6,100})["']/iuy,
    isReal: isPassword,
  },
  {
    name: "password",
    starts: ["PASSWORD ", "password ", "Password ", "senha ", "Senha ", "SENHA "],
    pattern:
      /(?:password|senha)(?: (?:d[aeo]s?|of|for|the) [\w.-]{1,20}){0,2} ?(?: (?:é|e|eh|is|foi|was)|:|=)? ?["'`]?(?<value>[^\s"'`,;<>(){}[\]|\\]{8,100})["'`]?/iuy,
    isReal: isPassword,
  },
  {
    name: "password",
    starts: ["u ", "user "],
    pattern:
      /(?<=\bcurl\b[^\n]{0,200}\s-{1,2})u(?:ser)? ["']?[\w.@-]{1,60}:(?<value>[^\s"']{6,200})/uy,
    isReal: isPassword,
  },
  {
    name: "password",
    starts: ["storepass ", "keypass ", "deststorepass ", "srcstorepass ", "sshpass -p "],
    pattern: /(?:(?:dest|src)?storepass|keypass|sshpass -p) ["']?(?<value>[^\s"']{6,200})/uy,
    isReal: isPassword,
  },
  {
    name: "password",
    starts: ["define("],
    pattern:
      /define\(\s?["']\w{0,40}(?:PASSWORD|SECRET|TOKEN|_KEY|_SALT)["'],\s{0,4}["'](?<value>[^"'\n]{8,100})["']/uy,
    isReal: (value) => isRandom(value) || isPassword(value),
  },
  {
    name: "password",
    starts: ["ConvertTo-SecureString "],
    pattern: /ConvertTo-SecureString (?:-String )?["'](?<value>[^"'\s]{6,200})["']/uy,
    isReal: isPassword,
  },
  {
    name: "password",
    starts: ["--password ", "--token ", "--senha "].map((one) => one.slice(2)),
    pattern: /(?<=(?<![\w-])--)(?:password|token|senha) ["']?(?<value>[^\s"'`;<>|\\]{8,200})/uy,
    isReal: isPassword,
  },
];

/** True for a signed token: with an algorithm, and a longer signature than an example's. */
function isJwt(value: string): boolean {
  const [header, , signature = ""] = value.split(".");
  const { alg } = jsonPart(header);
  return typeof alg === "string" && alg !== "none" && isBody(signature);
}

function isBasic(value: string): boolean {
  try {
    const [, password] = /^[\x20-\x7E]{1,100}:([\x20-\x7E]{4,200})$/u.exec(atob(value)) ?? [];
    return password !== undefined && !isPlaceholder(password) && /\d/u.test(password);
  } catch {
    return false;
  }
}
