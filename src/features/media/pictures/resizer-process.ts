// The process that resizes uploaded pictures, one after another, for the server that forked it (`../resizer.ts`).
import type { ResizeOrder } from '#features/media/contract.ts'
import { resizePicture } from './resize.ts'

let work: Promise<void> = Promise.resolve()

process.on('message', ({ id, bytes }: ResizeOrder & { id: number }) => {
  work = work.then(async () => {
    const reply = await resizePicture(bytes).catch((error: unknown) => ({ failure: String(error) }))
    process.send?.({ id, ...reply })
  })
})
