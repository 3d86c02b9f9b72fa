import type { ReactNode } from 'react'
import { threadLength, traceStrand, weave } from './thread.ts'

/** A drawing, and a copy of it for each step of the weave. */
function Woven({ steps, children }: { steps: readonly (typeof weave)[number][]; children: ReactNode }) {
  const last = steps.at(-1)
  if (!last) return children
  const id = `thread${steps.length}`
  return (
    <>
      <g id={id}>
        <Woven steps={steps.slice(0, -1)}>{children}</Woven>
      </g>
      <use href={`#${id}`} transform={`matrix(1 0 0 ${last.calm} ${last.late} 0)`} />
    </>
  )
}

/** The product's history as one line that becomes a weave. It fills its box, lying or (by the style) standing. */
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
