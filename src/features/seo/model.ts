import type { ShareCard } from './contract.ts'

/** The paper and the ink, for what is drawn outside a page's own style. */
export const paper = '#f2eee3'

/** Pixels of every share picture: what Open Graph readers show without cropping. */
export const shareCardSize = { width: 1200, height: 630 } as const

/** Counted up whenever the drawing itself changes, so that kept pictures are drawn anew. */
const edition = 1

/** FNV-1a, 64 bits: tells one card from another; it need not withstand anybody, since only cards of ours are drawn. */
function hashText(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let index = 0; index < text.length; index++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
  }
  return hash.toString(36)
}

/** What tells a card's picture from every other one. */
export function hashShareCard({ page, language, name, title, lead, badge }: ShareCard): string {
  return hashText(JSON.stringify([edition, page, language, name, title, lead, ...(badge ? [badge] : [])]))
}

/** Where the picture of a card is found, for as long as it shows the same. */
export function shareCardPath(card: ShareCard): string {
  return `/share/${card.language}/${card.page}-${hashShareCard(card)}.png`
}
