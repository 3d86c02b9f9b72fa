import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { ShareCard } from '#features/seo/contract.ts'
import { shareCardSize } from '#features/seo/model.ts'
import { directionOf, type Language } from '#shared/languages.ts'
import { drawBadgeSeal } from '#ui/badge-seal.ts'
import { defaultRosette, type RosetteShape } from '#ui/guilloche.ts'
import { drawBraid, drawRosette, drawSeal } from './engraving.ts'
import { familiesOf } from './faces.ts'
import { palette } from './palette.ts'
import { encodePng } from './png.ts'
import { type Room, setLines } from './set-lines.ts'

/** The typography of a script, relative to the font size. */
interface Hand {
  /** Scale relative to Newsreader, so that all scripts look equally large. */
  scale: number
  /** Line height. */
  leading: number
  tracking: number
  /** Distance from the top of a line to its baseline. */
  rise: number
}

const latin: Hand = { scale: 1, leading: 1.02, tracking: -0.03, rise: 0.8 }
const titleHands: Partial<Record<Language, Hand>> = {
  ru: { scale: 0.88, leading: 1.08, tracking: -0.02, rise: 0.8 },
  zh: { scale: 0.84, leading: 1.28, tracking: 0, rise: 0.95 },
  ar: { scale: 1.04, leading: 1.36, tracking: 0, rise: 0.98 },
  hi: { scale: 0.88, leading: 1.4, tracking: 0, rise: 1 },
}
const latinText: Hand = { scale: 1, leading: 1.3, tracking: 0, rise: 0.94 }
const textHands: Partial<Record<Language, Hand>> = {
  ru: { scale: 0.92, leading: 1.38, tracking: 0, rise: 0.98 },
  zh: { scale: 0.92, leading: 1.6, tracking: 0, rise: 1.1 },
  ar: { scale: 1.06, leading: 1.6, tracking: 0, rise: 1.1 },
  hi: { scale: 0.96, leading: 1.6, tracking: 0, rise: 1.1 },
}

const { width, height } = shareCardSize
const margin = 72
const braidHeight = 56
const nameTop = 56
const titleTop = 132
const leadEnd = height - braidHeight - 44
const titleSizes = Array.from({ length: 25 }, (_, index) => 144 - index * 4)

/** The number of lobes of each page's rosette. */
const lobes: Record<string, number> = {
  about: 9,
  register: 16,
  identity: 8,
  transparency: 18,
  industrial: 10,
  docs: 14,
  privacy: 20,
  terms: 24,
}

function rosetteOf(page: string): RosetteShape {
  const count = lobes[page] ?? defaultRosette.lobes
  const depth = Math.min(78, Math.max(40, (defaultRosette.depth * defaultRosette.lobes) / count))
  return { ...defaultRosette, lobes: count, depth, ripple: depth / 3 }
}

/** Draws a share picture as PNG. */
export async function drawShareCard(card: ShareCard): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const { language } = card
  const isMirrored = directionOf(language) === 'rtl'
  /** The x coordinate at a distance from the start of the reading direction. */
  const place = (x: number) => (isMirrored ? width - x : x)

  context.fillStyle = palette.paper
  context.fillRect(0, 0, width, height)
  const rosette = { x: place(1000), y: 268, radius: 430 }
  if (!card.badge) drawRosette(context, { ...rosette, shape: rosetteOf(card.page), stroke: palette.tint })
  // The border lies on the paper, not on the lines.
  context.fillStyle = palette.paper
  context.fillRect(0, height - braidHeight, width, braidHeight)
  drawBraid(context, { y: height - braidHeight, width, height: braidHeight })
  if (card.badge) {
    const size = 500
    const seal = await loadImage(Buffer.from(drawBadgeSeal(card.badge, size)))
    context.drawImage(seal, place(900) - size / 2, rosette.y - size / 2, size, size)
  } else drawSeal(context, { x: rosette.x, y: rosette.y, scale: 0.82 })

  context.direction = directionOf(language)
  context.textAlign = 'start'
  const x = place(margin)
  const set = (text: string, hand: Hand, colour: string, room: Omit<Room, 'leading'>) =>
    setParagraph(context, { text, hand, colour, language, room })

  set(card.name, latin, palette.ink, { width: 500, height: 60, sizes: [40], maxLines: 1 }).draw(x, nameTop)
  const setLead = (maxLines: number, sizes: number[]) =>
    set(card.lead, textHands[language] ?? latinText, palette.muted, {
      ...{ width: 520, height: 180, sizes, maxLines },
    })
  const short = setLead(3, [28, 27, 26, 25])
  const lead = short.isCut ? setLead(4, [26, 25, 24, 23, 22]) : short
  const leadTop = leadEnd - lead.height
  lead.draw(x, leadTop)
  const room = leadTop - 24 - titleTop
  const title = set(card.title, titleHands[language] ?? latin, palette.ink, {
    ...{ width: card.badge ? 570 : 740, height: room, sizes: titleSizes, maxLines: 4, bySense: true },
  })
  title.draw(x, titleTop + Math.min(64, (room - title.height) * 0.45))
  const { data } = context.getImageData(0, 0, width, height)
  return encodePng({ width, height, pixels: data })
}

interface ParagraphOptions {
  text: string
  language: Language
  hand: Hand
  colour: string
  room: Omit<Room, 'leading'>
}

/** Breaks a text into lines and draws it at a position. */
function setParagraph(context: SKRSContext2D, { text, language, hand, colour, room }: ParagraphOptions) {
  const choose = (size: number) => {
    context.font = `${size * hand.scale}px ${familiesOf(language)}`
    context.letterSpacing = `${size * hand.scale * hand.tracking}px`
  }
  const { size, lines, isCut } = setLines(
    text,
    language,
    { ...room, leading: hand.leading * hand.scale },
    (line, size) => {
      choose(size)
      return context.measureText(line).width
    },
  )
  const step = size * hand.scale * hand.leading
  return {
    isCut,
    height: lines.length * step,
    draw(x: number, top: number): void {
      choose(size)
      context.fillStyle = colour
      const baseline = top + size * hand.scale * hand.rise
      for (const [index, line] of lines.entries()) context.fillText(line, x, baseline + index * step)
    },
  }
}
