import type { PageInput } from '#site/contract.ts'
import { formatNumeral } from '#ui/typesetting.ts'
import { levels, listSiblings, placeOf, plate, provenLeaf, traceLeaf, traceTree } from './merkle-tree.ts'

/** The register as a Merkle tree: a strand from each entry to the signed tree head, and the proof of one entry. */
export function MerklePlate({ language, t }: PageInput) {
  const isMirrored = language === 'ar'
  const across = (x: number) => (isMirrored ? plate.width - x : x) / 10
  const entry = placeOf(provenLeaf, 0)
  const head = placeOf(provenLeaf, levels)
  const siblings = listSiblings(provenLeaf)
  return (
    <figure className="plate">
      <svg viewBox="0 0 480 285" role="img" aria-label={t('about:technology.plate.diagram')}>
        <g transform={isMirrored ? 'matrix(-.1 0 0 .1 480 0)' : 'scale(.1)'}>
          <path d={traceTree()} />
          <path className="proven" d={traceLeaf(provenLeaf)} />
          {siblings.map(({ x, y }) => (
            <circle className="hollow" key={y} cx={x} cy={y} r="46" />
          ))}
          <circle className="hollow" cx="260" cy="2665" r="46" />
          <circle className="leaf" cx={entry.x} cy={entry.y} r="42" />
        </g>
        <use href="#stamp" transform={`translate(${across(plate.width / 2)} ${head.y / 10}) scale(.21)`} />
        <text x={across(plate.width / 2)} y="20">
          {t('about:technology.plate.head')}
        </text>
        <text x={across(entry.x)} y="245">
          {t('about:technology.plate.entry')}
        </text>
        <text className="proof" x={across(380)} y="267">
          {t('about:technology.plate.proof')}
        </text>
      </svg>
      <figcaption>
        <b>{t('about:technology.plate.number', { number: formatNumeral(1, language) })}</b>
        {t('about:technology.plate.caption')}
      </figcaption>
    </figure>
  )
}
