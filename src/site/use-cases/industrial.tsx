import type { PageInput } from '#site/contract.ts'
import { Section } from '#site/landing/section.tsx'
import { formatNumeral } from '#ui/typesetting.ts'
import { IndustrialPicture } from './industrial-picture.tsx'
import { ThreeLines, UseCasePage } from './use-case-page.tsx'
import { formatWeeks, planSteps } from './weeks.ts'

const key = 'use-cases:industrial.plan'
const plan = planSteps([
  [1, 2],
  [2, 4],
  [1, 2],
])

/** The plan as a timeline: the shortest and the longest duration of each step. */
function Plan({ language, t }: PageInput) {
  const [, whole] = plan.total
  const share = (weeks: number) => `${(100 * weeks) / whole}%`
  return (
    <Section
      id="plan"
      label={t(`${key}.label`)}
      note={t(`${key}.note`, { weeks: formatWeeks(plan.total, language) })}
    >
      <h2>{t(`${key}.title`)}</h2>
      <ol className="plan">
        {plan.steps.map(({ start, weeks }, index) => {
          const [least, most] = weeks
          return (
            <li key={start}>
              <h3>
                <span>{formatNumeral(index + 1, language)}</span>
                {t(`${key}.items.${index + 1}.title`)}
              </h3>
              <p>{t(`${key}.items.${index + 1}.text`)}</p>
              <b>{formatWeeks(weeks, language)}</b>
              <svg aria-hidden="true">
                <rect x={share(start)} width={share(most)} height="100%" fill="url(#ruling)" />
                <rect x={share(start)} width={share(least)} height="100%" fill="url(#ruling-swollen)" />
              </svg>
            </li>
          )
        })}
      </ol>
      <p className="hint">{t(`${key}.ruler`)}</p>
    </Section>
  )
}

/** Industrial traceability and automation. */
export function Industrial(input: PageInput) {
  return (
    <UseCasePage input={input} name="industrial" picture={<IndustrialPicture {...input} />}>
      <ThreeLines input={input} of="use-cases:industrial.uses" id="uses" />
      <Plan {...input} />
    </UseCasePage>
  )
}
