// The process that reads uploaded PDFs, one order after another, for the server that forked it (`reader.ts`).
import { drawPages } from './draw.ts'
import { inspectPdf } from './inspect.ts'
import type { ReadAnswer, ReadOrder } from './orders.ts'
import { openPdf } from './pdf.ts'
import { readPages } from './read.ts'

let work: Promise<void> = Promise.resolve()

async function run(order: ReadOrder): Promise<ReadAnswer> {
  switch (order.task) {
    case 'start':
      return { isStarted: true }
    case 'inspect':
      return inspectPdf(order.path, order.cleanTo)
    case 'draw':
      return { pictures: await drawPages(await openPdf(order.path), order.pages) }
    case 'read':
      return readPages(await openPdf(order.path), order.from)
  }
}

process.on('message', ({ id, ...order }: ReadOrder & { id: number }) => {
  work = work.then(async () => {
    const reply = await run(order).catch((error: unknown) => ({ failure: String(error) }))
    process.send?.({ id, ...reply })
  })
})
