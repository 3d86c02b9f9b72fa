import type { PageInput } from '#site/contract.ts'
import { formatMoment } from '#ui/moment.ts'

interface PreviewBarProps {
  input: PageInput
  preview: NonNullable<PageInput['preview']>
}

/** Above the page: that it shows a text which is not published, which one, and how long it can be seen. */
export function PreviewBar({ input: { language, t }, preview: { key, expiresAt } }: PreviewBarProps) {
  const group = key.replace(/-[a-z]+$/, '')
  const text = t('admin:content.fullTitle', {
    group: t(`admin:content.groups.${group}`),
    title: t(`admin:content.keys.${key}`),
  })
  return (
    <aside className="preview-bar" aria-label={t('preview:page.label')}>
      <p>
        <b>{t('preview:page.label')}</b> {t('preview:page.text', { text })}
      </p>
      <p>
        <time dateTime={expiresAt.toISOString()}>
          {t('preview:page.until', { moment: formatMoment(expiresAt, language) })}
        </time>
      </p>
    </aside>
  )
}
