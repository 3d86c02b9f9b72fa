import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useLive } from '#admin/kit/live/use-live.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { LiveVisitors as Live, visitsChanged } from '#features/analytics/contract.ts'
import styles from './visits.module.css'
import './texts.ts'

const topics = [visitsChanged]
const key = ['dashboard', 'live']
const keys = [key]
const everySeconds = 30

/** Who is on the site now. Those who leave are noticed at the next look, those who come at once. */
export function LiveVisitors() {
  const { t, format } = useTexts()
  const api = useApi()
  useLive(topics, keys)
  const live = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get('/api/analytics/live', Live, signal),
    refetchInterval: everySeconds * 1000,
  })
  if (!live.data) return null
  const { visitors, pages } = live.data
  return (
    <p className={styles.live} data-empty={visitors === 0 || undefined}>
      <b>{t('visits.live.now', { count: visitors, number: format.number(visitors) })}</b>
      {pages.map(({ page, visitors: on }) => (
        <span key={page}>
          <bdi dir="ltr">{page}</bdi> {format.number(on)}
        </span>
      ))}
    </p>
  )
}
