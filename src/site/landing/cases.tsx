import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { formatNumeral } from '#ui/typesetting.ts'
import { caseNames, Plate } from './plates.tsx'
import { Section, SectionText } from './section.tsx'

/** The three use cases, each with a question and a diagram. */
export function Cases(input: PageInput) {
  const { language, texts, t } = input
  const published = texts['home-cases']
  const plates = caseNames.map((name, index) => ({
    name,
    more: pageAddress(name, input),
    plate: <Plate key={name} name={name} number={formatNumeral(index + 1, language)} input={input} />,
  }))
  return (
    <Section id="cases" label={t('site:cases.label')} note={t('site:cases.note')}>
      {published ? (
        <div className="published-cases">
          <div>
            <SectionText title={t('site:cases.title')} text={published} />
          </div>
          <div>{plates.map(({ plate }) => plate)}</div>
        </div>
      ) : (
        <>
          <h2>{t('site:cases.title')}</h2>
          {plates.map(({ name, more, plate }) => (
            <article className="case" key={name}>
              <div>
                <h3>{t(`site:cases.${name}.title`)}</h3>
                <p>{t(`site:cases.${name}.text`)}</p>
                <p>
                  <a href={more}>{t(`site:cases.${name}.more`)}</a>
                </p>
              </div>
              {plate}
            </article>
          ))}
        </>
      )}
    </Section>
  )
}
