import { LatentImage } from '#ui/engraving.tsx'
import { formatNumeral } from '#ui/typesetting.ts'
import type { PageInput } from '../contract.ts'
import { errorKind } from '../metadata.ts'

/** What a visitor sees where no page can be shown: what happened, and a way home. */
export function ErrorPage({ error, language, t }: PageInput) {
  const kind = errorKind(error?.status)
  return (
    <section className="fault">
      {error && <LatentImage word={formatNumeral(error.status, language)} spread={false} proven />}
      <h1>{t(`site:error.${kind}.title`)}</h1>
      <p className="lead">{t(`site:error.${kind}.text`)}</p>
      <p>
        <a className="button" href={`/${language}/`}>
          {t('site:error.home')}
        </a>
      </p>
      {error?.requestId && <small>{t('site:error.reference', { id: error.requestId })}</small>}
    </section>
  )
}
