/**
 * SHA-256, taken in piece by piece. The browser has one of its own, but only on secure pages, and a table in the living
 * room is often plain http; and it cannot be asked in the middle, which the seals of a record need.
 */

/** The first 32 bits of the fractional part of a root, which is what the constants of SHA-2 are. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n)
  return found
}

const FIRST = primes(64)
const ROUND = Int32Array.from(FIRST, (prime) => fraction(Math.cbrt(prime)))
const START = Int32Array.from(FIRST.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n))
const writer = new TextEncoder()

export class Sha256 {
  #state = START.slice()
  #block = new Uint8Array(64)
  #filled = 0
  #length = 0
  readonly #words = new Int32Array(64)

  add(data: Uint8Array | string): this {
    const bytes = typeof data === 'string' ? writer.encode(data) : data
    this.#length += bytes.length
    for (const byte of bytes) {
      this.#block[this.#filled++] = byte
      if (this.#filled === 64) this.#mix()
    }
    return this
  }

  /** The hash of everything so far; more can be added afterwards. */
  digest(): Uint8Array {
    const end = new Sha256()
    end.#state = this.#state.slice()
    end.#block = this.#block.slice()
    end.#filled = this.#filled
    const padding = new Uint8Array(((119 - this.#filled) % 64) + 1 + 8)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, Math.floor(this.#length / 2 ** 29))
    view.setUint32(padding.length - 4, (this.#length << 3) >>> 0)
    end.add(padding)
    const found = new Uint8Array(32)
    const out = new DataView(found.buffer)
    end.#state.forEach((word, place) => out.setInt32(place * 4, word))
    return found
  }

  hex(): string {
    return toHex(this.digest())
  }

  #mix(): void {
    const w = this.#words
    const block = new DataView(this.#block.buffer)
    for (let i = 0; i < 16; i++) w[i] = block.getInt32(i * 4)
    for (let i = 16; i < 64; i++) {
      const early = w[i - 15] as number
      const late = w[i - 2] as number
      const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
      const two = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
      w[i] = ((w[i - 16] as number) + one + (w[i - 7] as number) + two) | 0
    }
    let [a, b, c, d, e, f, g, h] = this.#state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + (w[i] as number)) | 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, place) => (this.#state[place] = ((this.#state[place] as number) + word) | 0))
    this.#filled = 0
  }
}

export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Bytes written as hexadecimal digits in lower case; null for anything else. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 || !/^[0-9a-f]*$/.test(text)) return null
  return Uint8Array.from({ length: text.length / 2 }, (_, place) => parseInt(text.slice(place * 2, place * 2 + 2), 16))
}
