import type { PageInput } from '#site/contract.ts'
import { Section } from '#site/landing/section.tsx'
import { RosetteLines } from '#ui/engraving.tsx'
import { pioneerRosette } from '#ui/guilloche.ts'
import { formatNumeral } from '#ui/typesetting.ts'

/** The drawing of each step: parts of the whole rosette, which the last but one draws, with 1, 4, 16 and 64 lines. */
const states = ['pioneer-half54321', 'pioneer-half543', 'pioneer-half5', undefined, 'pioneer'] as const

/** The programme's five steps, with a rosette that grows from one line to the seal. */
export function Programme({ language, t }: PageInput) {
  return (
    <Section id="programme" label={t('register:programme.label')} note={t('register:programme.note')}>
      <h2>{t('register:programme.title')}</h2>
      <ol className="states">
        {states.map((state, index) => {
          const number = index + 1
          return (
            <li key={number}>
              <svg viewBox="-1000 -1000 2000 2000" aria-hidden="true">
                {state ? <use href={`#${state}`} /> : <RosetteLines id="pioneer" shape={pioneerRosette} />}
                {number === states.length && <use href="#seal" transform="scale(4.6)" />}
              </svg>
              <span>{formatNumeral(number, language)}</span>
              <h3>{t(`register:programme.steps.${number}.title`)}</h3>
              <p>{t(`register:programme.steps.${number}.text`)}</p>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
