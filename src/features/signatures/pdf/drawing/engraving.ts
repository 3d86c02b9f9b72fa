import { createHash } from 'node:crypto'
import {
  braidTile,
  type Copy,
  defaultRosette,
  planFan,
  type RosetteShape,
  traceRibbon,
  traceRosette,
  transformOf,
} from '#ui/guilloche.ts'
import { sealInitial } from '#ui/seal.ts'

/** The colours of the paper and of the inks, fixed since the page is printed. */
const inks = {
  paper: '#f2eee3',
  tint: '#a8bcae',
  line: '#2f5c50',
  rule: '#0f2f29',
  seal: '#bd3217',
  onSeal: '#fff5e8',
} as const

/** The page in tenths of a millimetre. */
const page = { width: 2970, height: 2100 } as const
/** The line that separates the lower part, where no rosette is drawn under small letters. */
const foot = 1478
const rosette = { x: 2330, y: 905, scale: 0.82 } as const

/** The shape of a certificate's rosette: every signature draws its own, always the same. */
export function shapeOf(signature: string): RosetteShape {
  const bytes = createHash('sha256').update(signature).digest()
  const share = (index: number) => (bytes[index] ?? 0) / 255
  return {
    ...defaultRosette,
    lobes: 9 + ((bytes[0] ?? 0) % 7),
    depth: 46 + Math.round(26 * share(1)),
    ripple: Math.round(8 + 14 * share(2)) * ((bytes[3] ?? 0) % 2 ? 1 : -1),
    turn: 0.7 + 0.5 * share(4),
  }
}

/** A drawing and the copies that double it, each group inside the next. */
function fan(id: string, copies: Copy[], drawing: string): string {
  return copies.reduce(
    (inner, copy, level) =>
      `<g id="${id}${level}">${inner}</g><use xlink:href="#${id}${level}" transform="${transformOf(copy)}"/>`,
    drawing,
  )
}

function drawRosette(shape: RosetteShape, x: number): string {
  const half = fan('r', planFan(shape.levels, shape.turn, shape.shrink), `<path d="${traceRosette(shape)}"/>`)
  const lines = `<g id="half">${half}</g><use xlink:href="#half" transform="scale(-1 1)"/>`
  return `<clipPath id="frame"><path d="M236 236H2734V${foot}H236z"/></clipPath><g clip-path="url(#frame)"><g fill="none" stroke="${inks.tint}" stroke-width="2" transform="translate(${x} ${rosette.y}) scale(${rosette.scale})">${lines}</g></g>`
}

function drawSeal(x: number): string {
  const { seal, onSeal } = inks
  return `<g transform="translate(${x} ${rosette.y}) scale(1.9)"><circle r="88" fill="${seal}"/><circle r="88" fill="none" stroke="${seal}" stroke-width="15" stroke-dasharray="0 15.36" stroke-linecap="round"/><g fill="none" stroke="${onSeal}" stroke-width=".8" transform="scale(1.95)"><use xlink:href="#knot"/></g><circle r="45" fill="${seal}" stroke="${onSeal}" stroke-width="1.5"/><path d="${sealInitial}" fill="${onSeal}"/></g>`
}

/** A strip of the braid, `length` long and as wide as the border, from the origin to the right. */
function drawStrip(id: string, length: number): string {
  const tiles = Math.round(length / 150)
  const scaleX = length / tiles / braidTile.width
  const scaleY = 100 / braidTile.height
  const tile = (index: number) => `<use xlink:href="#tile" x="${index * braidTile.width}"/>`
  return `<g id="${id}" transform="scale(${scaleX.toFixed(4)} ${scaleY.toFixed(4)})">${Array.from({ length: tiles }, (_, index) => tile(index)).join('')}</g>`
}

function drawBorder(): string {
  const { height, width } = braidTile
  const knot = fan('k', planFan(4, 11.25), '<ellipse rx="40" ry="24"/>')
  const corners = [
    [140, 140],
    [2830, 140],
    [140, 1960],
    [2830, 1960],
  ]
  return [
    `<defs><g id="knot">${knot}</g><g id="tile" fill="none" stroke="${inks.line}"><path id="ribbon" stroke-width="7" transform="scale(.1)" d="${traceRibbon()}"/><use xlink:href="#ribbon" transform="matrix(1 0 0 -1 0 ${height})"/><path d="M0 2h${width}M0 ${height - 2}h${width}" stroke-width=".8"/></g>${drawStrip('across', 2590)}${drawStrip('down', 1720)}</defs>`,
    `<g fill="none" stroke="${inks.line}" stroke-width="3"><path d="M90 90h2790v1920H90zM236 236H2734V1864H236zM222 222H2748V1878H222z"/><path d="M190 90v100H90M2880 190h-100V90M90 1910h100v100M2780 2010v-100h100"/></g>`,
    `<g fill="none" stroke="${inks.line}" stroke-width=".75">${corners.map(([x, y]) => `<use xlink:href="#knot" transform="translate(${x} ${y}) scale(1.18)"/>`).join('')}</g>`,
    ...['190 90', '190 1910'].map((place) => `<use xlink:href="#across" transform="translate(${place})"/>`),
    ...['190 190', '2880 190'].map(
      (place) => `<use xlink:href="#down" transform="translate(${place}) rotate(90)"/>`,
    ),
  ].join('')
}

/** What is printed under the words: paper, border, rosette and, while the certificate is valid, the seal. As SVG. */
export function drawGround({ shape, isMirrored, isSealed }: GroundOptions): string {
  const x = isMirrored ? page.width - rosette.x : rosette.x
  const rules = [0, 10].map((distance) => `M236 ${foot + distance}H2734`).join('')
  const parts = [
    `<path fill="${inks.paper}" d="M0 0h${page.width}v${page.height}H0z"/>`,
    drawRosette(shape, x),
    drawBorder(),
    `<path fill="none" stroke="${inks.rule}" stroke-width="3" d="${rules}"/>`,
    isSealed ? drawSeal(x) : '',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${page.width} ${page.height}">${parts.join('')}</svg>`
}

interface GroundOptions {
  shape: RosetteShape
  /** For languages that are written from right to left. The seal itself is never mirrored. */
  isMirrored: boolean
  isSealed: boolean
}
