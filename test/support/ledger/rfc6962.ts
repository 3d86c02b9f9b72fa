import { createHash } from 'node:crypto'

/**
 * The Merkle tree of RFC 6962 §2.1 as the RFC writes it: slow, and without a line of the product, so that the two can be
 * compared.
 */
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** MTH of a list of entries (RFC 6962 §2.1). */
export function treeHash(entries: readonly Uint8Array[]): Buffer {
  const [only] = entries
  if (!only) return sha256()
  if (entries.length === 1) return sha256(Buffer.of(0), only)
  const k = splitPoint(entries.length)
  return sha256(Buffer.of(1), treeHash(entries.slice(0, k)), treeHash(entries.slice(k)))
}

/** PATH(m, D[n]) (RFC 6962 §2.1.1). */
export function auditPath(m: number, entries: readonly Uint8Array[]): Buffer[] {
  const n = entries.length
  if (n <= 1) return []
  const k = splitPoint(n)
  return m < k
    ? [...auditPath(m, entries.slice(0, k)), treeHash(entries.slice(k))]
    : [...auditPath(m - k, entries.slice(k)), treeHash(entries.slice(0, k))]
}

/** PROOF(m, D[n]) (RFC 6962 §2.1.2). */
export function consistencyPath(m: number, entries: readonly Uint8Array[]): Buffer[] {
  return m === 0 ? [] : subProof(m, entries, true)
}

function subProof(m: number, entries: readonly Uint8Array[], isComplete: boolean): Buffer[] {
  const n = entries.length
  if (m === n) return isComplete ? [] : [treeHash(entries)]
  const k = splitPoint(n)
  return m <= k
    ? [...subProof(m, entries.slice(0, k), isComplete), treeHash(entries.slice(k))]
    : [...subProof(m - k, entries.slice(k), false), treeHash(entries.slice(0, k))]
}

/** The largest power of two below n. */
function splitPoint(n: number): number {
  let k = 1
  while (2 * k < n) k *= 2
  return k
}

/** The root that an audit path leads to (RFC 9162 §2.1.3.2). */
export function rootOfPath(leafHash: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer {
  if (index >= size) throw new Error('the leaf is not in the tree')
  let fn = BigInt(index)
  let sn = BigInt(size - 1)
  let r = leafHash
  for (const p of path) {
    if (sn === 0n) throw new Error('the path is too long')
    if (fn % 2n === 1n || fn === sn) {
      r = sha256(Buffer.of(1), p, r)
      while (fn % 2n === 0n && fn !== 0n) {
        fn /= 2n
        sn /= 2n
      }
    } else r = sha256(Buffer.of(1), r, p)
    fn /= 2n
    sn /= 2n
  }
  if (sn !== 0n) throw new Error('the path is too short')
  return r
}

/** The published tree of the certificate transparency test vectors: eight entries. */
export const publishedEntries = [
  ...['', '00', '10', '2021', '3031', '40414243', '5051525354555657'],
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'))

/** The roots of its first trees, of one entry and so on. */
export const publishedRoots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
