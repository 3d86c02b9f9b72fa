// The process that resizes uploaded pictures, one after another, for the server that forked it (`../resizer.ts`).
import type { ResizeOrder } from '#features/media/contract.ts'
import { fitPicture } from './fit.ts'
import { cutSquares, encodeForMail, resizePicture } from './resize.ts'

let work: Promise<void> = Promise.resolve()

process.on('message', ({ id, ...order }: ResizeOrder & { id: number }) => {
  work = work.then(async () => {
    const done = make(order)
    const reply = await done.catch((error: unknown) => ({ failure: String(error) }))
    process.send?.({ id, ...reply })
  })
})

function make({ bytes, isForMail, squares, fit }: ResizeOrder) {
  if (squares) return cutSquares(bytes, squares)
  if (fit) return fitPicture(bytes, fit)
  return isForMail ? encodeForMail(bytes) : resizePicture(bytes)
}
