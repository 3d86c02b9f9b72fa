import type { ReactNode } from 'react'
import { threadLength, traceStrand, weave } from './thread.ts'

/** A drawing, doubled by each step. */
function Woven({ steps, children }: { steps: readonly (typeof weave)[number][]; children: ReactNode }) {
  const last = steps.at(-1)
  if (!last) return children
  const id = `thread${steps.length}`
  return (
    <>
      <g id={id}>
        <Woven steps={steps.slice(0, -1)}>{children}</Woven>
      </g>
      <use href={`#${id}`} transform={`matrix(1 0 0 ${last.scale} ${last.shift} 0)`} />
    </>
  )
}

/** The picture of the product's history: one line that becomes many. It fills its box, horizontal or (by the style) vertical. */
export function Thread() {
  return (
    <svg
      className="thread"
      viewBox={`0 ${-threadLength / 2} ${threadLength} ${threadLength}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <g>
        <g id="thread">
          <Woven steps={weave}>
            <path vectorEffect="non-scaling-stroke" d={traceStrand()} />
          </Woven>
        </g>
        <use href="#thread" transform="scale(1 -1)" />
      </g>
    </svg>
  )
}
