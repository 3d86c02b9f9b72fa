// The child process of `canonicalizer.ts`.

import { createHash } from 'node:crypto'
import type { CanonicalizeOrder } from './canonicalizer.ts'
import { canonicalize } from './model.ts'

async function answer({ documents }: CanonicalizeOrder) {
  const hashes: Uint8Array[] = []
  for (const document of documents) {
    hashes.push(
      createHash('sha256')
        .update(await canonicalize(document))
        .digest(),
    )
  }
  return { hashes }
}

process.on('message', async ({ id, ...order }: CanonicalizeOrder & { id: number }) => {
  const reply = await answer(order).catch((error: unknown) => ({ failure: String(error) }))
  process.send?.({ id, ...reply })
})
