/** A block may mean more than one thing for its file. */
export class Unclear extends Error {}
