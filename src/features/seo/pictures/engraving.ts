import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { braidTile, planFan, type RosetteShape, traceRibbon, traceRosette } from '#ui/guilloche.ts'
import { sealInitial } from '#ui/seal.ts'
import { palette } from './palette.ts'

const fullTurn = 2 * Math.PI
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Draws something translated to a point, and restores the state of the canvas. */
function within(context: SKRSContext2D, draw: () => void): void {
  context.save()
  draw()
  context.restore()
}

/** All copies of a shape that is doubled repeatedly, each rotated and scaled relative to the first. */
function listCopies(levels: number, turn: number, scale = 1): { turn: number; scale: number }[] {
  let copies = [{ turn: 0, scale: 1 }]
  for (const { turn: further, scale: smaller = 1 } of planFan(levels, turn, scale)) {
    const more = copies.map((copy) => ({ turn: copy.turn + further, scale: copy.scale * smaller }))
    copies = copies.concat(more)
  }
  return copies
}

/** Draws a rosette around a point, with its mirror image. */
export function drawRosette(
  context: SKRSContext2D,
  {
    x,
    y,
    radius,
    shape,
    stroke,
  }: { x: number; y: number; radius: number; shape: RosetteShape; stroke: string },
): void {
  const line = new Path2D(traceRosette(shape))
  within(context, () => {
    context.translate(x, y)
    context.scale(radius / 1000, radius / 1000)
    context.strokeStyle = stroke
    context.lineWidth = 2.4
    for (const side of [1, -1]) {
      for (const { turn, scale } of listCopies(shape.levels, shape.turn, shape.shrink)) {
        within(context, () => {
          context.scale(side * scale, scale)
          context.rotate(radians(turn))
          context.stroke(line)
        })
      }
    }
  })
}

/** Draws a strip of the border from one edge to the other. */
export function drawBraid(
  context: SKRSContext2D,
  { y, width, height }: { y: number; width: number; height: number },
): void {
  const ribbon = new Path2D(traceRibbon())
  const scale = height / braidTile.height
  within(context, () => {
    context.translate(0, y)
    context.scale(scale, scale)
    context.strokeStyle = palette.line
    context.fillStyle = palette.line
    context.fillRect(0, 2, width / scale, 1)
    context.fillRect(0, braidTile.height - 3, width / scale, 1)
    for (let x = 0; x < width / scale; x += braidTile.width) {
      for (const side of [1, -1]) {
        within(context, () => {
          context.translate(x, side < 0 ? braidTile.height : 0)
          context.scale(0.1, 0.1 * side)
          context.lineWidth = 7
          context.stroke(ribbon)
        })
      }
    }
  })
}

/** Draws the seal around a point, about 190 units wide at a scale of 1. It is never mirrored. */
export function drawSeal(
  context: SKRSContext2D,
  { x, y, scale, plain = false }: { x: number; y: number; scale: number; plain?: boolean },
): void {
  const disc = (radius: number, fill: string) => {
    context.beginPath()
    context.arc(0, 0, radius, 0, fullTurn)
    context.fillStyle = fill
    context.fill()
  }
  within(context, () => {
    context.translate(x, y)
    context.scale(scale, scale)
    if (plain) {
      disc(96, palette.seal)
      context.scale(1.75, 1.75)
    } else {
      drawRim(context, disc)
    }
    disc(45, palette.seal)
    context.strokeStyle = palette['on-seal']
    context.lineWidth = 1.5
    context.stroke()
    context.fillStyle = palette['on-seal']
    context.fill(new Path2D(sealInitial))
  })
}

function drawRim(context: SKRSContext2D, disc: (radius: number, fill: string) => void): void {
  disc(88, palette.seal)
  const scallops = 36
  for (let scallop = 0; scallop < scallops; scallop++) {
    const angle = (fullTurn / scallops) * scallop
    within(context, () => {
      context.translate(88 * Math.cos(angle), 88 * Math.sin(angle))
      disc(7.5, palette.seal)
    })
  }
  context.strokeStyle = palette['on-seal']
  context.lineWidth = 0.8 * 1.95
  for (const { turn } of listCopies(4, 11.25)) {
    context.beginPath()
    context.ellipse(0, 0, 40 * 1.95, 24 * 1.95, radians(turn), 0, fullTurn)
    context.stroke()
  }
}
