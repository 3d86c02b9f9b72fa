import './texts.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useEdgeCache } from './use-edge-cache.ts'

/** Says that the cache in front of the site may show old pages. */
export function EdgeCacheWarning() {
  const { t, format } = useTexts()
  const { failing_since: since, waiting } = useEdgeCache()
  if (!since) return null
  return (
    <p data-error>
      {t('edgeCache.warning', { since: format.dateTime(since), number: format.number(waiting) })}
    </p>
  )
}
