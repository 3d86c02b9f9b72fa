// The process that draws pictures, one after another, for the server that forked it (`../painter.ts`).
import type { Painting, PaintingOrder } from '#features/seo/contract.ts'
import { drawShareCard } from './card.ts'
import { cutCover } from './cover.ts'
import { loadFaces } from './faces.ts'
import { drawSeal } from './seal.ts'

loadFaces()

let work: Promise<void> = Promise.resolve()

async function paint(order: PaintingOrder): Promise<Painting> {
  if ('seal' in order) {
    const { svg, png: bytes } = await drawSeal(order.seal)
    return { svg, bytes }
  }
  return { bytes: 'cover' in order ? await cutCover(order.cover) : await drawShareCard(order.card) }
}

process.on('message', ({ id, ...order }: PaintingOrder & { id: number }) => {
  work = work.then(async () => {
    const reply = await paint(order).catch((error: unknown) => ({ failure: String(error) }))
    process.send?.({ id, ...reply })
  })
})
