import { type EntryResult, isWhole } from './verify-ledger.ts'

/** Creates the function that draws the copy in the page's picture of a ledger as its verification has found it. */
export function createCopyDrawing(picture: Element) {
  const tiles = [...picture.querySelectorAll('.copy .turned')]
  // What the server drew for the copy with an altered payment.
  const publicLine = picture.querySelector('.copy [href="#public-line"]')?.cloneNode()
  const cutLine = picture.querySelector('.copy .proven')?.cloneNode()

  return (results: readonly EntryResult[]): void => {
    const broken = results.findIndex((result) => !isWhole(result))
    for (const [index, tile] of tiles.entries()) {
      const weave = tile.querySelector('[href="#weave"]')
      weave?.classList.toggle('forged', results[index]?.isSigned === false)
      for (const line of tile.querySelectorAll('[href="#public-line"], .proven')) line.remove()
      const isBefore = broken === -1 || index < broken
      const line = isBefore ? publicLine : index === broken ? cutLine : undefined
      if (line) weave?.after(line.cloneNode())
    }
  }
}
