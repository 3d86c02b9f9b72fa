import { Link } from 'react-router'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { EngineOverview } from '#features/seo/submission/contract.ts'

/** What the sitemap lists, counted from itself. */
export function SitemapPanel({ overview: { sitemap } }: { overview: EngineOverview }) {
  const { t, format } = useTexts()
  if (!sitemap)
    return (
      <Panel title={t('submissions.sitemap.title')}>
        <Notice actions={<Link to="/admin/settings/seo">{t('submissions.settings')}</Link>}>
          {t('submissions.sitemap.off')}
        </Notice>
      </Panel>
    )
  const typeNames = { page: t('submissions.sitemap.pages'), document: t('submissions.sitemap.documents') }
  const { newest_change: newest } = sitemap
  return (
    <Panel
      title={t('submissions.sitemap.title')}
      aside={<OutwardLink to="/sitemap.xml">{t('submissions.sitemap.open')}</OutwardLink>}
    >
      <Facts
        layout="figures"
        facts={[
          { name: t('submissions.sitemap.addresses'), value: format.number(sitemap.addresses) },
          { name: t('submissions.sitemap.languages'), value: format.number(sitemap.languages) },
          ...sitemap.by_type.map(({ type, addresses }) => ({
            ...{ name: typeNames[type], value: format.number(addresses), isQuiet: addresses === 0 },
          })),
          {
            name: t('submissions.sitemap.newest'),
            value: newest ? (
              <time dateTime={newest}>{format.date(newest)}</time>
            ) : (
              t('submissions.sitemap.unknown')
            ),
          },
        ]}
      />
    </Panel>
  )
}
