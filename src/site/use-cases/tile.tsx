import type { ReactNode } from 'react'
import { traceSignature } from './picture-lines.ts'

/** One step of a strip. It stretches with the words beside it; on a phone its line-work runs downwards. */
export function Tile({ copy = false, children }: { copy?: boolean; children: ReactNode }) {
  return (
    <svg
      className={copy ? 'tile copy' : 'tile'}
      viewBox="-100 -100 200 200"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <g className="turned">{children}</g>
    </svg>
  )
}

/** The signature of one of those who answer for a step. */
export function Signature({ hand }: { hand: number }) {
  return (
    <svg className="signature" viewBox="0 0 80 24" aria-hidden="true">
      <path d={traceSignature(hand)} />
    </svg>
  )
}
