import { Fragment, type ReactNode } from 'react'
import {
  braidTile,
  type Copy,
  defaultRosette,
  planFan,
  type RosetteShape,
  traceRibbon,
  traceRosette,
  transformOf,
} from './guilloche.ts'
import { sealInitial } from './seal.ts'

/**
 * A drawing doubled by each of `copies`, the whole as `#id`. Each group is nested in the next one and copied beside it, so
 * that no group is only a definition.
 */
export function Fan({ id, copies, children }: { id: string; copies: Copy[]; children: ReactNode }) {
  const last = copies.at(-1)
  if (!last) return <g id={id}>{children}</g>
  const inner = `${id}${copies.length}`
  return (
    <g id={id}>
      <Fan id={inner} copies={copies.slice(0, -1)}>
        {children}
      </Fan>
      <use href={`#${inner}`} transform={transformOf(last)} />
    </g>
  )
}

/** The lines of a rosette and of its mirror image, about 1000 units in radius, as `#id`. */
export function RosetteLines({ id, shape }: { id: string; shape: RosetteShape }) {
  return (
    <g id={id}>
      <Fan id={`${id}-half`} copies={planFan(shape.levels, shape.turn, shape.shrink)}>
        <path d={traceRosette(shape)} />
      </Fan>
      <use href={`#${id}-half`} transform="scale(-1 1)" />
    </g>
  )
}

/** Defines `#seal` (about 190 units wide) and `#stamp`, its plain form for sizes below 48 px. */
function SealDefinition() {
  return (
    <>
      <g id="seal">
        <circle r="88" fill="var(--seal)" />
        <circle
          r="88"
          fill="none"
          stroke="var(--seal)"
          strokeWidth="15"
          strokeDasharray="0 15.36"
          strokeLinecap="round"
        />
        <g fill="none" stroke="var(--on-seal)" strokeWidth=".8" transform="scale(1.95)">
          <use href="#knot" />
        </g>
        <g id="initial" stroke="none">
          <circle r="45" fill="var(--seal)" stroke="var(--on-seal)" strokeWidth="1.5" />
          <path d={sealInitial} fill="var(--on-seal)" />
        </g>
      </g>
      <g id="stamp">
        <circle r="96" fill="var(--seal)" />
        <use href="#initial" transform="scale(1.75)" />
      </g>
    </>
  )
}

function pattern(id: string, width: number, height: number, children: ReactNode, transform?: string) {
  return (
    <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse" patternTransform={transform}>
      {children}
    </pattern>
  )
}

function Ruling({ stroke, width }: { stroke: string; width: number }) {
  return <path d="M0 2.5h5" stroke={stroke} strokeWidth={width} />
}

/** The definitions of what every page draws, once at the top of its body. `name` is repeated in the microprint. */
export function EngravingDefinitions({ name }: { name: string }) {
  const { width, height } = braidTile
  return (
    <>
      {/* Not displayed here: only the copies that a page shows are rendered. */}
      <svg className="defs" display="none" aria-hidden="true">
        <Fan id="knot" copies={planFan(4, 11.25)}>
          <ellipse rx="40" ry="24" />
        </Fan>
        <SealDefinition />
      </svg>
      <svg className="inks" width="0" height="0" aria-hidden="true">
        {pattern(
          'braid',
          width,
          height,
          <g fill="none" stroke="var(--line)" strokeWidth="7">
            <path id="ribbon" transform="scale(.1)" d={traceRibbon()} />
            <use href="#ribbon" transform={`matrix(1 0 0 -1 0 ${height})`} />
            <path d={`M0 2h${width}M0 ${height - 2}h${width}`} strokeWidth="1" />
          </g>,
        )}
        {pattern(
          'microprint',
          168,
          6,
          <text y="4.6" direction="ltr" fontSize="4.4" textLength="168" fill="var(--line)">
            {`${name.toUpperCase()}·`.repeat(Math.ceil(48 / (name.length + 1)))}
          </text>,
        )}
        {pattern('ruling', 5, 5, <Ruling stroke="var(--line)" width={1} />)}
        {pattern('ruling-turned', 5, 5, <Ruling stroke="var(--line)" width={1} />, 'rotate(-52)')}
        {pattern('ruling-swollen', 5, 5, <Ruling stroke="var(--ink)" width={2.9} />)}
      </svg>
    </>
  )
}

/** A rosette that fills its box; `children` are drawn over it in its own units. All but the first of a page are its copies. */
export function Rosette({ isCopy = false, children }: { isCopy?: boolean; children?: ReactNode }) {
  return (
    <svg className="rosette" viewBox="-1000 -1000 2000 2000" aria-hidden="true">
      {isCopy ? <use href="#rosette" /> : <RosetteLines id="rosette" shape={defaultRosette} />}
      {children}
    </svg>
  )
}

/** The seal; `plain` for sizes below 48 px. */
export function Seal({ className, plain = false }: { className?: string; plain?: boolean }) {
  return (
    <svg className={className} viewBox="-100 -100 200 200" aria-hidden="true">
      <use href={plain ? '#stamp' : '#seal'} />
    </svg>
  )
}

/** A strip of the braided border, as wide as its box. */
export function Braid() {
  return (
    <svg className="braid" aria-hidden="true">
      <rect width="100%" height="100%" fill="url(#braid)" />
    </svg>
  )
}

/** A line of microprint. */
export function Microprint() {
  return (
    <svg className="microprint" aria-hidden="true">
      <rect width="100%" height="6" fill="url(#microprint)" />
    </svg>
  )
}

/** A word in ruled lines, barely visible by the direction of its lines or (`proven`) clearly by their thickness. */
export function LatentImage({
  word,
  spread,
  proven = false,
}: {
  word: string
  /** Whether the letters are spread over the whole width; false for scripts whose letters join, and for Chinese. */
  spread: boolean
  proven?: boolean
}) {
  const size = Math.min(spread ? 128 : 140, Math.round(790 / Math.max(1, word.length)))
  const place = { x: 260, y: 95 + Math.round(size * 0.34), fontSize: size }
  const spacing = spread ? ({ textLength: 472, lengthAdjust: 'spacing' } as const) : {}
  return (
    <svg className="latent" viewBox="0 0 520 190" aria-hidden="true">
      <rect width="520" height="190" fill="url(#ruling)" />
      {['var(--paper)', proven ? 'url(#ruling-swollen)' : 'url(#ruling-turned)'].map((fill) => (
        <Fragment key={fill}>
          <text {...place} {...spacing} fill={fill}>
            {word}
          </text>
        </Fragment>
      ))}
    </svg>
  )
}
