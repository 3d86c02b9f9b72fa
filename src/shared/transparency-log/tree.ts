import { joinBytes } from '#shared/cryptography/bytes.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** The bytes of a hash. */
export const hashLength = 32

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)

/** The hash of a leaf (RFC 6962 §2.1). */
export const hashLeaf = (data: Uint8Array): Promise<Bytes> => sha256(joinBytes(leafPrefix, data))

/** The hash of a node from those of its two children (RFC 6962 §2.1). */
export const hashNode = (left: Uint8Array, right: Uint8Array): Promise<Bytes> =>
  sha256(joinBytes(nodePrefix, left, right))

/** The SHA-256 of bytes without a prefix: the root of a tree without leaves, and commitments. */
export const hashPlain = sha256

/** A perfect subtree: its root, and how many leaves it has. */
interface Peak {
  hash: Bytes
  leaves: number
}

/**
 * A tree that grows on its right side, of which only the roots of its perfect subtrees are kept. It takes leaves or whole
 * subtrees, whose sizes are powers of two that never grow.
 */
export class GrowingTree {
  readonly #peaks: Peak[] = []

  async append(hash: Bytes, leaves = 1): Promise<void> {
    let peak: Peak = { hash, leaves }
    for (;;) {
      const left = this.#peaks.at(-1)
      if (left?.leaves !== peak.leaves) break
      this.#peaks.pop()
      peak = { hash: await hashNode(left.hash, peak.hash), leaves: left.leaves * 2 }
    }
    this.#peaks.push(peak)
  }

  /** How many leaves it has. */
  get size(): number {
    return this.#peaks.reduce((size, { leaves }) => size + leaves, 0)
  }

  /** The hash of the whole tree (RFC 6962 §2.1). */
  async root(): Promise<Bytes> {
    const [last, ...others] = this.#peaks.toReversed()
    if (!last) return hashPlain(new Uint8Array())
    let root = last.hash
    for (const { hash } of others) root = await hashNode(hash, root)
    return root
  }
}
