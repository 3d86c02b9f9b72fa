import type { ShareCard } from './contract.ts'

/** The background colour, for places that stylesheets do not reach. */
export const paper = '#f2eee3'

/** The size of share pictures in pixels: what Open Graph readers show without cropping. */
export const shareCardSize = { width: 1200, height: 630 } as const

/** How long the team's own rules for crawlers may be, in characters. */
export const robotsLimit = 4_000

/** Increase it whenever the drawing code changes, so that stored pictures are drawn again. */
const edition = 1

/** FNV-1a, 64 bits. It is not cryptographic, which is enough for telling our own cards apart. */
function hashText(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let index = 0; index < text.length; index++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
  }
  return hash.toString(36)
}

/** A hash of everything that a card shows. */
export function hashShareCard({ page, language, name, title, lead, badge, picture }: ShareCard): string {
  const shown = picture ? [picture] : [name, title, lead, ...(badge ? [badge] : [])]
  return hashText(JSON.stringify([edition, page, language, ...shown]))
}

/** The format of a card's picture: photographs are a tenth as large in JPEG. */
export const shareCardType = ({ picture }: ShareCard): 'png' | 'jpg' => (picture ? 'jpg' : 'png')

/** The path of a card's picture, which changes with its content. */
export function shareCardPath(card: ShareCard): string {
  return `/share/${card.language}/${card.page}-${hashShareCard(card)}.${shareCardType(card)}`
}
