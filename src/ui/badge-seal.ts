import { type Copy, planFan, type RosetteShape, traceCurve, traceRosette, transformOf } from './guilloche.ts'

/** The colours of a seal: fixed values, since the SVG file is also shown outside the site. */
const inks = {
  panel: '#0f2f29',
  weave: '#7fa696',
  paper: '#f2eee3',
  line: '#2f5c50',
  seal: '#bd3217',
  onSeal: '#fff5e8',
} as const

interface SealPattern {
  /** The rim, whose lobes make the outline. */
  rim: RosetteShape
  /** The number of waves in the ring inside the rim. */
  waves: number
  /** The radii of the ellipses around the mark. */
  knot: [number, number]
  /** The symbol in the middle, about 300 units wide around the origin. */
  mark: string
}

const rim = (lobes: number, depth: number, ripple: number, turn: number, shrink: number): RosetteShape => ({
  ...{ lobes, depth, ripple, turn, shrink },
  levels: 5,
})

const patterns = {
  // A compass star.
  pioneer: {
    rim: rim(16, 58, -14, 1.4, 0.984),
    waves: 32,
    knot: [480, 340],
    mark: '<path d="M0-200 34-78 96-96 78-34 200 0 78 34 96 96 34 78 0 200-34 78-96 96-78 34-200 0-78-34-96-96-34-78z"/><circle r="30" fill="#bd3217"/>',
  },
  // A light bulb.
  innovator: {
    rim: rim(8, 84, 22, 1.3, 0.978),
    waves: 24,
    knot: [480, 392],
    mark: '<path d="M0-168A112 112 0 0 1 66 34C54 46 48 58 47 74H-47C-48 58-54 46-66 34A112 112 0 0 1 0-168zM-45 92H45V112H-45zM-36 130H36C32 154 18 166 0 166S-32 154-36 130z"/><path d="M-22 72V10L-48-34-16-14 0-44 16-14 48-34 22 10V72" fill="none" stroke="#bd3217" stroke-width="13" stroke-linejoin="round"/>',
  },
  // Two linked rings.
  contributor: {
    rim: rim(24, 34, -12, 1.9, 0.985),
    waves: 48,
    knot: [480, 300],
    mark: '<g fill="none" stroke="#fff5e8" stroke-width="38"><circle cx="-62" r="96"/><circle cx="62" r="96" stroke="#bd3217" stroke-width="64"/><circle cx="62" r="96"/><path d="M31 25A96 96 0 0 1-54 96" stroke="#bd3217" stroke-width="64"/><path d="M33 14A96 96 0 0 1-63 96"/></g>',
  },
  // An eye.
  visionary: {
    rim: rim(6, 66, -18, 1.9, 0.978),
    waves: 18,
    knot: [480, 220],
    mark: '<path d="M-182 0C-120-84-62-118 0-118S120-84 182 0C120 84 62 118 0 118S-120 84-182 0z"/><circle r="88" fill="#bd3217"/><circle r="64"/><circle r="34" fill="#bd3217"/><circle cx="16" cy="-16" r="12"/>',
  },
} satisfies Record<string, SealPattern>

/** The badges that have a seal. */
export type SealName = keyof typeof patterns

/**
 * A drawing and the copies that double it, each group inside the next, as markup; ids begin with `id`. `xlink:href`
 * instead of `href`, because Skia reads nothing else.
 */
function fan(id: string, copies: Copy[], drawing: string): string {
  return copies.reduce(
    (inner, copy, level) =>
      `<g id="${id}${level}">${inner}</g><use xlink:href="#${id}${level}" transform="${transformOf(copy)}"/>`,
    drawing,
  )
}

function traceWaves(waves: number, phase: number): string {
  const at = (t: number): [number, number] => {
    const radius = 606 + 34 * Math.sin(waves * t + phase)
    return [radius * Math.cos(t), radius * Math.sin(t)]
  }
  return `${traceCurve(at, 0, 2 * Math.PI, waves * 2)}z`
}

/**
 * Draws the seal of a badge as a standalone SVG document, the same on every call, without fonts and styles. `size` is its
 * width and height in pixels.
 */
export function drawBadgeSeal(type: SealName, size?: number): string {
  const { rim, waves, knot, mark } = patterns[type]
  const outline = traceRosette(rim)
  const measures = size === undefined ? '' : ` width="${size}" height="${size}"`
  const { panel, weave, paper, line, seal, onSeal } = inks
  const half = fan(`${type}-rim`, planFan(rim.levels, rim.turn, rim.shrink), `<path d="${outline}"/>`)
  const ellipses = fan(`${type}-knot`, planFan(4, 11.25), `<ellipse rx="${knot[0]}" ry="${knot[1]}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${measures} viewBox="-1040 -1040 2080 2080"><path d="${outline}" fill="${panel}" stroke="${weave}" stroke-width="6"/><g fill="none" stroke="${weave}" stroke-width="3.5"><g id="${type}-half">${half}</g><use xlink:href="#${type}-half" transform="scale(-1 1)"/></g><circle r="690" fill="${paper}"/><g fill="none" stroke="${line}"><circle r="672" stroke-width="8"/><circle r="654" stroke-width="3"/><path d="${traceWaves(waves, 0)}" stroke-width="4"/><path d="${traceWaves(waves, Math.PI)}" stroke-width="4"/><path d="${traceWaves(waves, Math.PI / 2)}" stroke-width="2"/></g><circle r="492" fill="${seal}"/><circle r="492" fill="none" stroke="${seal}" stroke-width="72" stroke-dasharray="0 85.87" stroke-linecap="round"/><g fill="none" stroke="${onSeal}" stroke-width="5">${ellipses}</g><circle r="345" fill="${seal}" stroke="${onSeal}" stroke-width="12"/><g fill="${onSeal}" transform="scale(1.5)">${mark}</g></svg>`
}
