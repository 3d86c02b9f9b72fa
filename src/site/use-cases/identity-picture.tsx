import type { ReactNode } from 'react'
import type { PageInput } from '#site/contract.ts'
import { Braid, Seal } from '#ui/engraving.tsx'

/** The facts that the holder does not disclose. */
const covered = ['family_name', 'birth', 'address'] as const

const ridges =
  'M-3 30c6-9 8-19 6-28a4 4 0 0 0-8 1c2 9-1 17-6 22M6 31c6-10 8-22 5-31a11 11 0 0 0-22 3c1 6-1 11-4 15M14 28c5-10 6-21 3-31a18 18 0 0 0-35 5c0 4-1 6-2 8M-21-9a22 22 0 0 1 40-4c4 7 6 16 4 26M-23-16a29 29 0 0 1 44-8'

/** The issuer or the verifier, drawn as a rosette, and its connection to the credential. */
function Party({ kind, name, text, children }: PartyProps) {
  const rosette = (
    <svg viewBox="-41 -41 82 82" aria-hidden="true">
      <use href="#knot" />
    </svg>
  )
  return (
    <div className={`party ${kind}`}>
      <p>
        <b>{name}</b>
        {text}
      </p>
      <div className="mark">
        {kind === 'issuer' && rosette}
        {children}
        {kind === 'verifier' && rosette}
      </div>
    </div>
  )
}

interface PartyProps {
  kind: 'issuer' | 'verifier'
  name: string
  text: string
  children: ReactNode
}

/** Threads that turn back at the edge of the credential, one bundle for each fact that is not disclosed. */
function TurningThreads() {
  const bundles = covered.map((_, row) =>
    [1, 2, 3, 4, 5, 6].map((turn) => {
      const half = turn * 6 - 3
      return `M0 ${row * 100 + 50 - half}h${64 + turn * 4}q12 0 12 ${half}t-12 ${half}H0`
    }),
  )
  return (
    <svg className="turning" viewBox="0 0 100 400" preserveAspectRatio="none" aria-hidden="true">
      <path d={bundles.flat().join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** How one of four facts is disclosed: issuer, holder, verifier, and the register, which holds hashes only. */
export function IdentityPicture({ t }: PageInput) {
  const label = (name: string) => t(`use-cases:identity.how.labels.${name}`)
  return (
    <>
      <Party kind="issuer" name={label('issuer')} text={label('issuer_role')}>
        <p className="signs">{label('signs')}</p>
      </Party>
      <div className="credential">
        <p>
          <b>{label('credential')}</b>
          {label('holder')}
        </p>
        <Seal />
        <div className="facts">
          {covered.map((fact) => (
            <p key={fact}>{label(fact)}</p>
          ))}
          <p className="shown">
            {label('adult')}
            <b>{label('yes')}</b>
          </p>
          <TurningThreads />
        </div>
      </div>
      <Party kind="verifier" name={label('verifier')} text={label('verifier_role')}>
        <div className="thread" />
      </Party>
      <div className="record">
        <p className="writes">{label('writes')}</p>
        <svg viewBox="-40 -44 80 88" aria-hidden="true">
          <ellipse rx="38" ry="42" />
          <path d={ridges} />
        </svg>
        <p className="compares">{label('compares')}</p>
      </div>
      <div className="register">
        <Braid />
        <p>{label('register')}</p>
      </div>
    </>
  )
}
