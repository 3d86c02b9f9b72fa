// The process that resizes uploaded pictures, one after another, for the server that forked it (`../resizer.ts`).
import type { ResizeOrder } from '#features/media/contract.ts'
import { cutSquares, encodeForMail, resizePicture } from './resize.ts'

let work: Promise<void> = Promise.resolve()

process.on('message', ({ id, bytes, isForMail, squares }: ResizeOrder & { id: number }) => {
  work = work.then(async () => {
    const done = squares
      ? cutSquares(bytes, squares)
      : isForMail
        ? encodeForMail(bytes)
        : resizePicture(bytes)
    const reply = await done.catch((error: unknown) => ({ failure: String(error) }))
    process.send?.({ id, ...reply })
  })
})
