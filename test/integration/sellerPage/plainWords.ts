import type { SellerWords } from "../../../src/extension/seller/sellerWords.ts";

/** The host's words by their kinds, so that a test says what it expects. */
export const plainWords: SellerWords = {
  language: "en",
  failure: ({ kind }) => kind,
  failureKind: (kind) => kind,
  mismatch: (mismatches) => mismatches.map(({ field }) => field).join(),
  profileProblem: ({ reason }) => reason,
  act: (call, subject, { name }) => `${call} ${subject} in ${name}`,
  noEnvironment: "noEnvironment",
  stalePlan: "stalePlan",
  declined: "declined",
  notNoted: "notNoted",
  done: "done",
  accepted: "accepted",
  unknownOutcome: "unknownOutcome",
  noSuchEntry: "noSuchEntry",
  validUntil: (at) => `Token good until ${new Date(at).toISOString()}`,
  importProblem: (field, text) => `${field}: ${text}`,
  fileChanged: "fileChanged",
  emptyFile: "emptyFile",
  unreadableFile: "unreadableFile",
  workbook: "workbook",
  profileNotSaved: "profileNotSaved",
  notUnderstood: ({ found, missing, expected }) =>
    `no ${missing.join()} in ${found.join()}; expected ${expected.join()}`,
  rivalColumns: (field, titles) => `${field}: ${titles.join(" or ")}`,
  whoseCodes: (readings) => `whose codes ${JSON.stringify(readings)}`,
  environmentChanged: "environmentChanged",
  importElsewhere: ({ file, machine }) => `${file} is imported on ${machine}`,
  importBrokeOff: "importBrokeOff",
  notCompared: (error) => `not compared: ${error?.kind ?? "no list"}`,
  risks: ({ zeroStock, lostCharacters, priceJumps, largestJump, unknownPrices, ...stocks }) =>
    [
      stocks.stockJump
        ? `stocks ${stocks.stockJumps}: ${stocks.stockJump.before} to ${stocks.stockJump.after}`
        : "",
      zeroStock + priceJumps > 0 ? `zero ${zeroStock}, jumps ${priceJumps} ${largestJump}` : "",
      lostCharacters > 0 ? `lost ${lostCharacters}` : "",
      unknownPrices > 0 ? `unknown prices ${unknownPrices}` : "",
    ].join(""),
  seenAfter: (seen) => `seenAfter ${seen}`,
  finalAct: "finalAct",
  bulkName: (list) => `${list}.csv`,
  noBulk: "noBulk",
  importUnderWay: "importUnderWay",
  listChanged: "listChanged",
  otherEnvironment: (name) => `otherEnvironment ${name}`,
  noUndo: "noUndo",
  largeShare: (rows, records) => `${rows} of ${records}`,
  importAct: (rows, { name }) => `${rows} rows in ${name}`,
};
