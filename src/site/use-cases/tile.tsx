import type { ReactNode } from 'react'
import { traceSignature } from './picture-lines.ts'

/** The drawing of one step. It stretches with the text beside it, and is vertical on a phone. */
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

/** The signature of a person responsible for a step. */
export function Signature({ hand }: { hand: number }) {
  return (
    <svg className="signature" viewBox="0 0 80 24" aria-hidden="true">
      <path d={traceSignature(hand)} />
    </svg>
  )
}
