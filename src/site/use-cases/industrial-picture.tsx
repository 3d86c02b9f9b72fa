import type { PageInput } from '#site/contract.ts'
import { Braid, Seal } from '#ui/engraving.tsx'
import { traceCord, traceReadings } from './picture-lines.ts'
import { Signature, Tile } from './tile.tsx'

const stages = ['origin', 'process', 'transport', 'delivery'] as const
type Stage = (typeof stages)[number]

/** The sensor readings of a stage, as heights relative to the middle of the cord. */
const readings: Partial<Record<Stage, readonly number[]>> = {
  process: [8, 6, -3, -12, -18, -20, -18, -20, -13, -3, 4],
  transport: [5, 8, 4, 9, -34, 18, 6, 8, 4, 10, 6],
}

const piece = 'M-92-36l32 18v36l-32 18-32-18v-36zm0 20a16 16 0 1 1 0 32a16 16 0 1 1 0-32z'
const linkedRings = [-112, -88]
  .flatMap((x) =>
    [20, 15].map(
      (radius) =>
        `M${x - radius} 0a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0${-radius * 2} 0`,
    ),
  )
  .join('')

function StageTile({ stage, index }: { stage: Stage; index: number }) {
  const stageReadings = readings[stage]
  return (
    <Tile>
      <path className="hair" d={traceCord(index + 1)} />
      {stageReadings && <path className="readings" pathLength="1" d={traceReadings(stageReadings)} />}
      <path className="hair knot" d={index === 0 ? piece : linkedRings} />
    </Tile>
  )
}

/** The stages of a part: the cord of its history grows with each one and ends in the certificate. */
export function IndustrialPicture({ t }: PageInput) {
  const label = (name: string) => t(`use-cases:industrial.how.labels.${name}`)
  return (
    <>
      {stages.map((stage, index) => [
        <StageTile key={stage} stage={stage} index={index} />,
        <div className="step" key={`${stage}-label`}>
          <b>{label(stage)}</b>
          <p>{label(`${stage}_text`)}</p>
        </div>,
      ])}
      <div className="certificate">
        <Braid />
        <b>{label('certificate')}</b>
        {stages.map((stage, index) => (
          <p key={stage}>
            {label(stage)}
            <Signature hand={index + 5} />
          </p>
        ))}
        <Seal />
      </div>
      <p className="handover">
        <svg viewBox="-136 -24 72 48" aria-hidden="true">
          <path d={linkedRings} />
        </svg>
        {label('handover')}
      </p>
    </>
  )
}
