/** A block is ambiguous for its file. */
export class Unclear extends Error {}
