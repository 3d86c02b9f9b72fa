import '#features/releases/admin/parts/texts.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '#admin/kit/back-link.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useEntries } from '#features/content/admin/parts/use-entries.ts'
import type { ContentEntry } from '#features/content/contract.ts'
import type { Release } from '#features/releases/contract.ts'
import { PlanEditor } from './plan-editor.tsx'
import { ReleaseRecord } from './release-record.tsx'
import { ReleaseWhen } from './release-when.tsx'
import { useRelease } from './use-releases.ts'

/** A new release. */
export function NewReleaseScreen() {
  const { t } = useTexts()
  const entries = useEntries()
  return (
    <>
      <ScreenHeading before={<BackToList />} title={t('screens.newRelease')} />
      <Loaded query={entries}>{(data) => <PlanEditor entries={data} release={undefined} />}</Loaded>
    </>
  )
}

/** One release: its plan while it can be changed, its record once it has been live. */
export function ReleaseScreen() {
  const { t } = useTexts()
  const { id = '' } = useParams()
  const release = useRelease(id)
  const entries = useEntries()
  return (
    <>
      <ScreenHeading
        before={<BackToList />}
        title={release.data?.name ?? t('screens.releases')}
        aside={release.data && <ReleaseWhen release={release.data} />}
      />
      <Loaded query={release}>
        {(one) => (
          <Loaded query={entries}>
            {(data) => <ReleaseEditor key={one.id} release={one} entries={data} />}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

function ReleaseEditor({ release, entries }: { release: Release; entries: ContentEntry[] }) {
  const [opened, setOpened] = useState(0)
  if (release.status === 'live' || release.status === 'rolled_back')
    return <ReleaseRecord release={release} />
  // Changes by somebody else are only loaded on request.
  return (
    <PlanEditor
      key={opened}
      release={release}
      entries={entries}
      onStartOver={() => setOpened((times) => times + 1)}
    />
  )
}

function BackToList() {
  const { t } = useTexts()
  return <BackLink to="/admin/content/releases">{t('releases.backToList')}</BackLink>
}

interface LoadedProps<T> {
  query: {
    data: T | undefined
    error: unknown
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  children: (data: T) => React.ReactNode
}

function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { t } = useTexts()
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) {
    return <LoadingBlock height={320} />
  }
  return <LoadFailure query={query} describe={(reason) => t('releases.failedToLoad', { reason })} />
}
