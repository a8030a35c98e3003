/** Random letters and digits from a secure source; works without https, too. */
export function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

let asked = 0

/** An id for something asked of a server: no other of this page or of another is like it. */
export function freshId(): string {
  return `${randomText()}-${++asked}`
}
