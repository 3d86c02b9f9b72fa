import '#features/comments/admin/parts/texts.ts'
import { Link } from 'react-router'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useCommentsAsked } from '#features/comments/admin/parts/use-comments.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { languageNames } from '#shared/languages.ts'

const mostShown = 5

/** Names the texts that somebody has asked the reader to look at; nothing when there are none. */
export function AskedNotice() {
  const { t, format } = useTexts()
  const { data: asked = [] } = useCommentsAsked()
  if (asked.length === 0) return null
  return (
    <Notice>
      {t('comments.waiting', { count: asked.length, number: format.number(asked.length) })}
      <ul>
        {asked.slice(0, mostShown).map(({ id, key, language, author }) => (
          <li key={id}>
            <Link to={`/admin/content/${key}?language=${language}&panel=comments`}>
              {t('comments.of', {
                name: author?.name ?? t('comments.nobody'),
                text: contentTitle(key, t),
                language: languageNames[language],
              })}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
