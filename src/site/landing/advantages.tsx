import { PublishedText } from '#features/content/site/published-text.tsx'
import type { PageInput } from '#site/contract.ts'
import { LatentImage, Seal } from '#ui/engraving.tsx'
import { formatNumeral, hasJoinedLetters } from '#ui/typesetting.ts'
import { Section, SectionText } from './section.tsx'

/** The problem and the answer, each with a picture. A published text of the team replaces the lists below the pictures. */
function Comparison({ language, texts, t }: PageInput) {
  const spread = !hasJoinedLetters(language) && language !== 'zh'
  const published = texts['home-problem']
  const pictures = (
    <div className="comparison">
      {(['problem', 'answer'] as const).map((side) => (
        <div className={side} key={side}>
          <div className="proof">
            <LatentImage word={t(`site:${side}.word`)} spread={spread} proven={side === 'answer'} />
            {side === 'answer' && <Seal />}
          </div>
          {!published && (
            <>
              <h3>{t(`site:${side}.title`)}</h3>
              <ul>
                {[1, 2, 3].map((number) => (
                  <li key={number}>{t(`site:${side}.items.${number}`)}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      ))}
    </div>
  )
  if (!published) return pictures
  return (
    <>
      {pictures}
      <div className="abreast">
        <PublishedText html={published.content} level={3} />
      </div>
    </>
  )
}

/** The list of advantages, and the comparison of problem and answer. */
export function Advantages(input: PageInput) {
  const { language, texts, t } = input
  return (
    <Section id="advantages" label={t('site:advantages.label')} note={t('site:advantages.note')}>
      <SectionText title={t('site:advantages.title')} text={texts['home-why']}>
        <ol className="ledger">
          {[1, 2, 3, 4].map((number) => (
            <li key={number}>
              <span>{formatNumeral(number, language)}</span>
              <h3>{t(`site:advantages.items.${number}.title`)}</h3>
              <p>{t(`site:advantages.items.${number}.text`)}</p>
            </li>
          ))}
        </ol>
      </SectionText>
      <Comparison {...input} />
    </Section>
  )
}
