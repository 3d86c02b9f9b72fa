import { Meta } from '#admin/kit/layout/hint.tsx'
import { formatMoment } from '#admin/kit/moment.ts'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Release } from '#features/releases/contract.ts'

const symbols: Record<Release['status'], StateSymbol> = {
  draft: 'begun',
  scheduled: 'begun',
  live: 'done',
  rolled_back: 'none',
  failed: 'attention',
  cancelled: 'none',
}

/** The status of a release and its time, with the time zone. */
export function ReleaseWhen({ release }: { release: Release }) {
  const { t, language } = useTexts()
  const { status } = release
  const moment = momentOf(release)
  return (
    <Meta>
      <State symbol={symbols[status]} isError={status === 'failed'}>
        {t(`releases.status.${status}`)}
      </State>
      <span>{t(`releases.when.${status}`, { date: formatMoment(moment, language) })}</span>
    </Meta>
  )
}

function momentOf({ status, due_at, live_at, rolled_back_at, updated_at }: Release): string {
  if (status === 'live') return live_at ?? updated_at
  if (status === 'rolled_back') return rolled_back_at ?? updated_at
  return (status === 'draft' ? undefined : due_at) ?? updated_at
}
