/** The random number generator of the rules (`magnate/rules/chance.py`): ChaCha8, and what is drawn from it. */
import { Sha256, fromHex } from './sha256'

const PURPOSE = 'magnate fair dice 1'
const CONSTANT = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]
const ALL = 2 ** 32

const writer = new TextEncoder()
const turn = (x: number, n: number): number => (x << n) | (x >>> (32 - n))

/** The promise made before the start: the SHA-256 of the secret's bytes. */
export function commitmentOf(secret: string): string | null {
  const bytes = fromHex(secret)
  return bytes?.length === 32 ? new Sha256().add(bytes).hex() : null
}

/** The key of the generator: from the secret, and from what every seat added to it. As `magnate/dice.py`. */
export function keyOf(secret: string, entropy: readonly string[]): number[] {
  const hash = new Sha256().add(PURPOSE).add(fromHex(secret) ?? new Uint8Array())
  for (const word of entropy) {
    const bytes = writer.encode(word)
    const length = new Uint8Array(4)
    new DataView(length.buffer).setUint32(0, bytes.length, true)
    hash.add(length).add(bytes)
  }
  const view = new DataView(hash.digest().buffer)
  return Array.from({ length: 8 }, (_, place) => view.getUint32(place * 4, true))
}

export class Generator {
  #block = 0
  #word = new Int32Array(16)
  #used = 16

  constructor(readonly key: readonly number[]) {}

  /** The next 32 random bits. */
  next(): number {
    if (this.#used >= 16) this.#fill()
    return (this.#word[this.#used++] as number) >>> 0
  }

  /** A number from 0 below n, each exactly as likely: the uneven tail of the range is thrown away. */
  below(n: number): number {
    const limit = ALL - (ALL % n)
    let value = this.next()
    while (value >= limit) value = this.next()
    return value % n
  }

  die(): number {
    return 1 + this.below(6)
  }

  /** So many cards in a random order, the top one first. */
  deck(size: number): number[] {
    const cards = Array.from({ length: size }, (_, card) => card)
    for (let i = size - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const card = cards[i] as number
      cards[i] = cards[j] as number
      cards[j] = card
    }
    return cards
  }

  #fill(): void {
    const start = Int32Array.from([...CONSTANT, ...this.key, this.#block % ALL, Math.floor(this.#block / ALL), 0, 0])
    const w = start.slice()
    for (let round = 0; round < 4; round++) {
      quarter(w, 0, 4, 8, 12)
      quarter(w, 1, 5, 9, 13)
      quarter(w, 2, 6, 10, 14)
      quarter(w, 3, 7, 11, 15)
      quarter(w, 0, 5, 10, 15)
      quarter(w, 1, 6, 11, 12)
      quarter(w, 2, 7, 8, 13)
      quarter(w, 3, 4, 9, 14)
    }
    this.#word = w.map((word, place) => word + (start[place] as number))
    this.#block++
    this.#used = 0
  }
}

/** The ChaCha quarter round on four words of a block. */
function quarter(w: Int32Array, i: number, j: number, k: number, m: number): void {
  let a = w[i] as number
  let b = w[j] as number
  let c = w[k] as number
  let d = w[m] as number
  for (const [first, second] of [
    [16, 12],
    [8, 7],
  ] as const) {
    a = (a + b) | 0
    d = turn(d ^ a, first)
    c = (c + d) | 0
    b = turn(b ^ c, second)
  }
  w[i] = a
  w[j] = b
  w[k] = c
  w[m] = d
}
