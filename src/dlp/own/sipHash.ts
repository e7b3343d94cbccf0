/** The start values, as pairs of low and high halves. */
const start = [
  0x70_73_65_75, 0x73_6f_6d_65, 0x6e_64_6f_6d, 0x64_6f_72_61, 0x6e_65_72_61, 0x6c_79_67_65,
  0x79_74_65_73, 0x74_65_64_62,
];

/** The first 53 bits of SipHash-2-4 (Aumasson and Bernstein, 2012) of a text in UTF-16, under a key of 128 bits. */
export class SipHash {
  readonly #key: Int32Array;
  readonly #v = new Int32Array(8);

  /** `key`: 32 hexadecimal digits. */
  constructor(key: string) {
    this.#key = Int32Array.from({ length: 4 }, (_, at) =>
      Number.parseInt(key.slice(at * 8, at * 8 + 8), 16),
    );
  }

  of(text: string): number {
    const v = this.#v;
    for (let at = 0; at < 8; at += 1) {
      v[at] = (start[at] ?? 0) ^ (this.#key[at & 3] ?? 0);
    }
    const whole = text.length & ~3;
    for (let at = 0; at < whole; at += 4) {
      this.#word(
        text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16),
        text.charCodeAt(at + 2) | (text.charCodeAt(at + 3) << 16),
      );
    }
    const unit = (at: number): number => (at < text.length ? text.charCodeAt(at) : 0);
    this.#word(unit(whole) | (unit(whole + 1) << 16), unit(whole + 2) | ((text.length * 2) << 24));
    v[4] = (v[4] ?? 0) ^ 0xff;
    for (let round = 0; round < 4; round += 1) {
      sipRound(v);
    }
    const [low, high] = [0, 1].map((half) =>
      v.reduce((sum, value, at) => ((at & 1) === half ? sum ^ value : sum), 0),
    );
    return ((high ?? 0) >>> 0) * 2 ** 21 + ((low ?? 0) >>> 11);
  }

  #word(low: number, high: number): void {
    const v = this.#v;
    v[6] = (v[6] ?? 0) ^ low;
    v[7] = (v[7] ?? 0) ^ high;
    sipRound(v);
    sipRound(v);
    v[0] = (v[0] ?? 0) ^ low;
    v[1] = (v[1] ?? 0) ^ high;
  }
}

function sipRound(v: Int32Array): void {
  add(v, 0, 2);
  rotate(v, 2, 13);
  mix(v, 2, 0);
  swap(v, 0);
  add(v, 4, 6);
  rotate(v, 6, 16);
  mix(v, 6, 4);
  add(v, 0, 6);
  rotate(v, 6, 21);
  mix(v, 6, 0);
  add(v, 4, 2);
  rotate(v, 2, 17);
  mix(v, 2, 4);
  swap(v, 4);
}

function add(v: Int32Array, to: number, from: number): void {
  const low = ((v[to] ?? 0) >>> 0) + ((v[from] ?? 0) >>> 0);
  v[to] = low;
  v[to + 1] = (v[to + 1] ?? 0) + (v[from + 1] ?? 0) + (low > 0xff_ff_ff_ff ? 1 : 0);
}

function rotate(v: Int32Array, at: number, bits: number): void {
  const [low, high] = [v[at] ?? 0, v[at + 1] ?? 0];
  v[at] = (low << bits) | (high >>> (32 - bits));
  v[at + 1] = (high << bits) | (low >>> (32 - bits));
}

function mix(v: Int32Array, to: number, from: number): void {
  v[to] = (v[to] ?? 0) ^ (v[from] ?? 0);
  v[to + 1] = (v[to + 1] ?? 0) ^ (v[from + 1] ?? 0);
}

function swap(v: Int32Array, at: number): void {
  const low = v[at] ?? 0;
  v[at] = v[at + 1] ?? 0;
  v[at + 1] = low;
}
