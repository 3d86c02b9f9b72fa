import type { ReactNode } from 'react'
import { destinations, traceFunds } from '#site/landing/plate-lines.ts'
import type { CaseName } from '#site/landing/plates.tsx'
import { Fan } from '#ui/engraving.tsx'
import { planFan } from '#ui/guilloche.ts'
import { traceHexagon, traceRidge } from './picture-lines.ts'

/** The ridges of the fingerprint, and which of them is the one fact that is shown. */
const ridges = 20
const shown = 7

/** A fingerprint: each ridge is a smaller copy of the outer one, a little turned and raised. */
function Fingerprint() {
  return (
    <g strokeWidth="2.2">
      <path id="ridge" d={traceRidge()} strokeDasharray="600 12 1100 10" />
      {Array.from({ length: ridges - 1 }, (_, index) => {
        const place = index + 1
        const scale = (1 - place / (ridges + 0.4)).toFixed(2)
        return (
          <use
            key={place}
            href="#ridge"
            {...(place === shown && { className: 'fact' })}
            transform={`translate(0 ${-9 * place})rotate(${2.5 * place})scale(${scale})`}
          />
        )
      })}
    </g>
  )
}

/** The funds from their source to three destinations, and the public line that crosses them. */
function Funds() {
  return (
    <g transform="matrix(5.4 0 0 5.4 -1166 -729)">
      <path d={traceFunds(60)} />
      <path d="M40 92v86" />
      <path className="fact" d="M340 10v250" />
      {destinations.map((y) => (
        <circle className="fact" key={y} cx="340" cy={y} r="5" />
      ))}
    </g>
  )
}

/** A hexagonal part, woven from its outline, with a bore. */
function Part() {
  return (
    <>
      <Fan id="facet" copies={planFan(5, 2.5, 0.9715)}>
        <path d={traceHexagon(960)} />
      </Fan>
      <use href="#facet" transform="scale(-1 1)" />
      <Fan id="bore" copies={planFan(4, 7, 0.96)}>
        <ellipse rx="350" ry="322" />
      </Fan>
    </>
  )
}

const drawings: Record<CaseName, () => ReactNode> = {
  identity: Fingerprint,
  transparency: Funds,
  industrial: Part,
}

/** The engraving beside the headline of a use-case page, drawn from its subject. */
export function HeroPicture({ name }: { name: CaseName }) {
  const Drawing = drawings[name]
  return (
    <svg className="engraving" viewBox="-1000 -1000 2000 2000" aria-hidden="true">
      <Drawing />
    </svg>
  )
}
