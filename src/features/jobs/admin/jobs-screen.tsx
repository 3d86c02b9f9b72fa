import './texts.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { Row } from '#admin/kit/layout/rows.tsx'
import { GrowingList } from '#admin/kit/list/growing-list.tsx'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { FailedJob } from '#features/jobs/contract.ts'

const path = '/api/jobs/failed'

/** Background jobs that failed in all their attempts. */
export function JobsScreen() {
  const { t } = useTexts()
  const query = usePagedList({ queryKey: [path], path, entry: FailedJob, pageSize: 50 })
  return (
    <>
      <ScreenHeading title={t('screens.jobs')} intro={t('jobs.intro')} />
      <GrowingList
        query={query}
        describeFailure={(reason) => t('jobs.failedToLoad', { reason })}
        empty={<EmptyState title={t('jobs.none')}>{t('jobs.noneText')}</EmptyState>}
        more={t('jobs.older')}
      >
        {(job) => <JobRow key={job.id} job={job} />}
      </GrowingList>
    </>
  )
}

function JobRow({ job }: { job: FailedJob }) {
  const { t, format } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const { isBusy, run } = useAction({
    onSettled: () => queries.invalidateQueries({ queryKey: [path] }),
  })
  return (
    <Row>
      <div>
        <b dir="ltr">{job.name}</b>
        <Detail>
          {format.dateTime(job.failed_at)} · {t('jobs.attempts', { number: format.number(job.attempts) })}
        </Detail>
        <Detail>
          <bdi>{job.reason}</bdi>
        </Detail>
      </div>
      <Button
        variant="default"
        size="sm"
        loading={isBusy}
        onClick={() => run(() => api.command('POST', `${path}/${job.id}/retry`), t('jobs.retried'))}
      >
        {t('jobs.retry')}
      </Button>
    </Row>
  )
}
