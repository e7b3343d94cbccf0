export class Unclear extends Error {}
