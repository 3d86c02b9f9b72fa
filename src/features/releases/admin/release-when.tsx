import { Meta, Tag } from '#admin/kit/layout/hint.tsx'
import { formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Release } from '#features/releases/contract.ts'

/** The status of a release and its time, with the time zone. */
export function ReleaseWhen({ release }: { release: Release }) {
  const { t, language } = useTexts()
  const { status } = release
  const moment = momentOf(release)
  return (
    <Meta>
      <Tag kind={status === 'failed' ? 'error' : 'plain'}>{t(`releases.status.${status}`)}</Tag>
      <span>{t(`releases.when.${status}`, { date: formatMoment(moment, language) })}</span>
    </Meta>
  )
}

function momentOf({ status, due_at, live_at, rolled_back_at, updated_at }: Release): string {
  if (status === 'live') return live_at ?? updated_at
  if (status === 'rolled_back') return rolled_back_at ?? updated_at
  return (status === 'draft' ? undefined : due_at) ?? updated_at
}
