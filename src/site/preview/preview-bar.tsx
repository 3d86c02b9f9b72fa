import type { PageInput } from '#site/contract.ts'
import { formatMoment } from '#ui/moment.ts'

interface PreviewBarProps {
  input: PageInput
  preview: NonNullable<PageInput['preview']>
}

/** The bar above a preview: which unpublished text it shows, and how long the link works. */
export function PreviewBar({ input: { language, facts, t }, preview: { key, expiresAt } }: PreviewBarProps) {
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
          {t('preview:page.until', { moment: formatMoment(expiresAt, language, facts.timeZone) })}
        </time>
      </p>
    </aside>
  )
}
