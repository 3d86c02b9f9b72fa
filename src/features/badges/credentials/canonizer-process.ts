// The process that puts credentials into the form that is signed, for the server that forked it (`../canonizer.ts`).

import { hashDocument } from './canonize.ts'
import type { CanonizeOrder } from './canonizer.ts'

async function answer({ documents }: CanonizeOrder) {
  const hashes: Uint8Array[] = []
  for (const document of documents) hashes.push(await hashDocument(document))
  return { hashes }
}

process.on('message', async ({ id, ...order }: CanonizeOrder & { id: number }) => {
  const reply = await answer(order).catch((error: unknown) => ({ failure: String(error) }))
  process.send?.({ id, ...reply })
})
