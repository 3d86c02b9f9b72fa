import type { ReactNode } from 'react'
import type { PageInput } from '#site/contract.ts'
import { destinations, plateWidth, stages, traceCord, traceFunds } from './plate-lines.ts'

export const caseNames = ['identity', 'transparency', 'industrial'] as const
export type CaseName = (typeof caseNames)[number]

interface PlateProps {
  input: PageInput
}

/** The x coordinate of a label, which is not mirrored with the drawing: from the right in right-to-left languages. */
function across({ language }: PageInput, x: number): number {
  return language === 'ar' ? plateWidth - x : x
}

function Frame({
  name,
  input,
  lines,
  children,
}: PlateProps & { name: CaseName; lines: ReactNode; children: ReactNode }) {
  const mirror = input.language === 'ar' ? `matrix(-1 0 0 1 ${plateWidth} 0)` : undefined
  return (
    <svg viewBox={`0 0 ${plateWidth} 270`} role="img" aria-label={input.t(`site:cases.${name}.diagram`)}>
      <g className="lines" transform={mirror}>
        {lines}
      </g>
      {children}
    </svg>
  )
}

function Word({
  input,
  at,
  text,
  className,
}: PlateProps & { at: [number, number]; text: string; className?: string | undefined }) {
  return (
    <text x={across(input, at[0])} y={at[1]} className={className}>
      {input.t(`site:cases.${text}`)}
    </text>
  )
}

function IdentityPlate({ input }: PlateProps) {
  const word = (label: string, x: number, y: number) => (
    <Word input={input} at={[x, y]} text={`identity.labels.${label}`} />
  )
  return (
    <Frame
      name="identity"
      input={input}
      lines={
        <>
          <path d="M126 100h68m92 0h68M160 112v38m160-38v38" />
          <path d="M188 96l6 4-6 4m154-8l6 4-6 4" />
          <path d="M80 142v54m320-54v54" strokeDasharray="2 4" />
          <rect
            transform="translate(0 196) scale(.625)"
            width="768"
            height="64"
            fill="url(#braid)"
            stroke="none"
          />
          <use href="#knot" transform="translate(80 100)" />
          <use href="#knot" transform="translate(400 100)" />
          <path className="proven" d="M80 190v12m320-12v12" />
        </>
      }
    >
      <use href="#seal" transform="translate(240 100) scale(.44)" />
      {word('issuer', 80, 40)}
      {word('holder', 240, 40)}
      {word('verifier', 400, 40)}
      {word('signs', 160, 172)}
      {word('presents', 320, 172)}
      {word('register', 240, 255)}
    </Frame>
  )
}

function TransparencyPlate({ input }: PlateProps) {
  const word = (label: string, x: number, y: number, className?: string) => (
    <Word input={input} at={[x, y]} text={`transparency.labels.${label}`} className={className} />
  )
  const [works, service, aid] = destinations
  return (
    <Frame
      name="transparency"
      input={input}
      lines={
        <>
          <path d={traceFunds()} />
          <path d="M40 92v86" strokeWidth="2" />
          <path d={destinations.map((y) => `M440 ${y - 24}v48`).join('')} strokeWidth="2" />
          <path className="proven" d="M340 28v208" />
          {destinations.map((y) => (
            <circle className="proven hollow" key={y} cx="340" cy={y} r="5" />
          ))}
        </>
      }
    >
      {word('funds', 16, 80, 'first')}
      {word('works', 396, works - 26)}
      {word('service', 396, service - 26)}
      {word('aid', 396, aid - 26)}
      {word('public', 340, 256, 'public')}
    </Frame>
  )
}

function IndustrialPlate({ input }: PlateProps) {
  const [origin, process, transport, delivery] = stages
  const word = (label: string, x: number, y: number, className?: string) => (
    <Word input={input} at={[x, y]} text={`industrial.labels.${label}`} className={className} />
  )
  return (
    <Frame
      name="industrial"
      input={input}
      lines={
        <>
          <path id="cord" d={traceCord()} transform="translate(-60)" />
          {stages.map((x) => (
            <use href="#cord" key={x} x={x + 60} />
          ))}
          <path d={`M${origin} 135V56M${process} 135V216M${transport} 135V56M${delivery} 135V216`} />
          {stages.slice(0, -1).map((x) => (
            <g key={x}>
              <circle className="hollow" cx={x} cy="135" r="11" />
              <circle cx={x} cy="135" r="7" />
              <circle cx={x} cy="135" r="3" />
            </g>
          ))}
        </>
      }
    >
      <use href="#stamp" transform={`translate(${across(input, delivery)} 135) scale(.2)`} />
      {word('origin', 16, 46, 'first')}
      {word('process', process, 240)}
      {word('transport', transport, 46)}
      {word('delivery', plateWidth - 16, 240, 'last')}
    </Frame>
  )
}

const drawings = { identity: IdentityPlate, transparency: TransparencyPlate, industrial: IndustrialPlate }

/** One of the three diagrams, with its number and caption. */
export function Plate({ name, number, input }: PlateProps & { name: CaseName; number: string }) {
  const Drawing = drawings[name]
  return (
    <figure>
      <Drawing input={input} />
      <figcaption>
        <b>{input.t('site:cases.plate', { number })}</b>
        {input.t(`site:cases.${name}.caption`)}
      </figcaption>
    </figure>
  )
}
