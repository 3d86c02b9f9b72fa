// SHA-256 by hand (FIPS 180-4): the browser's own answers each digest by a promise, which is ten times slower for the
// thousands of short texts of a proof.
const fraction = (value: number) => ((value % 1) * 0x1_0000_0000) | 0
const primes = listPrimes(64)
const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const schedule = new Int32Array(64)

function listPrimes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  }
  return found
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** The digest of a text, as eight words. */
export function sha256(text: string): Int32Array {
  const bytes = new TextEncoder().encode(text)
  const blocks = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6))
  new Uint8Array(blocks.buffer).set(bytes)
  blocks.setUint8(bytes.length, 0x80)
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8)
  const sum = start.slice()
  for (let block = 0; block < blocks.byteLength; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sum
    for (let step = 0; step < 64; step++) {
      let word: number
      if (step < 16) word = blocks.getInt32(block + step * 4)
      else {
        const near = schedule[step - 2] as number
        const far = schedule[step - 15] as number
        word =
          (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)) +
          (schedule[step - 7] as number) +
          (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) +
          (schedule[step - 16] as number)
      }
      schedule[step] = word
      const one =
        h +
        (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        ((e & f) ^ (~e & g)) +
        (constants[step] as number) +
        (schedule[step] as number)
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) sum[index] = (sum[index] as number) + word
  }
  return sum
}

/** With how many zero bits a digest begins, as far as its first word. */
export function countZeroBits(digest: Int32Array): number {
  return Math.clz32(digest[0] as number)
}

/** The text that is hashed in a round of a proof. */
export function proofText(challenge: string, email: string, round: number, nonce: number): string {
  return `${challenge}:${email}:${round}:${nonce}`
}

export interface Puzzle {
  challenge: string
  rounds: number
  bits: number
}

/** Solves a puzzle for an address, a little at a time, so that the page stays alive. */
export async function solvePuzzle({ challenge, rounds, bits }: Puzzle, email: string): Promise<number[]> {
  const nonces: number[] = []
  let pause = performance.now() + 12
  for (let round = 0; round < rounds; round++) {
    let nonce = 0
    while (countZeroBits(sha256(proofText(challenge, email, round, nonce))) < bits) {
      nonce++
      if (performance.now() > pause) {
        await new Promise((resolve) => setTimeout(resolve))
        pause = performance.now() + 12
      }
    }
    nonces.push(nonce)
  }
  return nonces
}
