import { listSuggestions } from '#site/chrome/navigation.ts'
import type { PageInput } from '#site/contract.ts'
import { errorKind, errorTexts } from '#site/metadata.ts'
import { LatentImage } from '#ui/engraving.tsx'
import { formatNumeral } from '#ui/typesetting.ts'

/** An error page: what happened, and links to the main pages. */
export function ErrorPage(input: PageInput<'error'>) {
  const { data: error, language, t } = input
  const kind = errorKind(error.status)
  return (
    <section className="fault">
      <LatentImage word={formatNumeral(error.status, language)} spread={false} proven />
      <h1>{t(`${errorTexts(error)}.title`)}</h1>
      <p className="lead">{t(`${errorTexts(error)}.text`)}</p>
      <p>
        {/* While the site is closed or overloaded, its start is too; an empty address is the one that was asked for. */}
        <a className="button" href={error.status === 503 ? '' : `/${language}/`}>
          {t(error.status === 503 ? 'site:error.again' : 'site:error.home')}
        </a>
      </p>
      {(kind === '404' || kind === '410') && (
        <nav aria-labelledby="elsewhere">
          <h2 id="elsewhere">{t('site:error.elsewhere')}</h2>
          <ul>
            {listSuggestions(input, t).map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {error.requestId && <small>{t('site:error.reference', { id: error.requestId })}</small>}
    </section>
  )
}
