import type { PageInput } from '#site/contract.ts'
import { Seal } from '#ui/engraving.tsx'
import { traceThreads, traceWeft } from './picture-lines.ts'
import { Signature, Tile } from './tile.tsx'

const steps = ['budget', 'contract', 'payment', 'works'] as const
const last = steps.length - 1
const altered = steps.indexOf('payment')

const knot =
  'M-26 0a26 26 0 1 0 52 0a26 26 0 1 0-52 0m5 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0m5 0a16 16 0 1 0 32 0a16 16 0 1 0-32 0'
const publicLine = 'M-100 86h94m12 0h94M0 26v54M-6 86a6 6 0 1 0 12 0a6 6 0 1 0-12 0'
const brokenLine = 'M-100 86h48m-10-10 20 20m0-20-20 20'

/** The bars at the start of the first step and at the end of the last one. */
function Ends({ index }: { index: number }) {
  if (index !== 0 && index !== last) return null
  return <path className="bar" d={index === 0 ? 'M-99-62V62' : 'M99-62V62'} />
}

/** A signed step: threads through a knot, with the public line below. The first is drawn, the others are copies of it. */
function SignedStep({ index }: { index: number }) {
  return (
    <Tile>
      {index === 0 ? (
        <>
          <g id="weave">
            <path className="hair" d={traceThreads() + traceWeft()} />
            <path className="hair knot" d={knot} />
          </g>
          <path id="public-line" className="hair proven" d={publicLine} />
        </>
      ) : (
        <>
          <use href="#weave" />
          <use href="#public-line" />
        </>
      )}
      <Ends index={index} />
    </Tile>
  )
}

/** A step of the altered sequence: the threads of the altered one do not meet its neighbours, and the public line ends there. */
function CopiedStep({ index }: { index: number }) {
  return (
    <Tile copy>
      <use href="#weave" {...(index === altered && { className: 'forged' })} />
      {index < altered && <use href="#public-line" />}
      {index === altered && <path className="hair proven" d={brokenLine} />}
      <Ends index={index} />
    </Tile>
  )
}

/** Four signed steps of public spending, and the same steps after one was altered. */
export function TransparencyPicture({ t }: PageInput) {
  const label = (name: string) => t(`use-cases:transparency.how.labels.${name}`)
  return (
    <>
      <p className="heading">{label('intact')}</p>
      <p className="step public">{label('public')}</p>
      <p className="heading copy">{label('altered')}</p>
      {steps.map((step, index) => [
        <SignedStep key={step} index={index} />,
        <div className="step" key={`${step}-label`}>
          <b>{label(step)}</b>
          <p>{label(`${step}_by`)}</p>
          <Signature hand={index + 1} />
        </div>,
        <CopiedStep key={`${step}-copy`} index={index} />,
      ])}
      <Seal plain />
    </>
  )
}
