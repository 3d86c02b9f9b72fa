import { Button } from '@mantine/core'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { SearchFilter, SelectFilter } from '#admin/kit/list/filters.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { readable } from '#features/seo/admin/readable-address.ts'
import {
  engines,
  keptDays,
  type Submission,
  type SubmissionState,
  submissionStates,
} from '#features/seo/submission/contract.ts'
import { findAnswerName } from '#features/seo/submission/model.ts'
import { isUncertain } from './answer.ts'
import { narrow, readLogQuery, writeLogQuery } from './log-query.ts'
import styles from './tools.module.css'
import { useSubmissions } from './use-submissions.ts'

/** What was and will be submitted, newest first. It follows what is being sent. */
export function SubmissionLog() {
  const { t, format } = useTexts()
  const { query, typed, type, change, clear } = useListQuery({ read: readLogQuery, write: writeLogQuery })
  const list = useSubmissions(query)
  const { data } = list
  const active = Object.keys(narrow(query)).length
  return (
    <Panel title={t('submissions.log.title')}>
      <FilterBar label={t('submissions.log.title')} active={active}>
        <SearchFilter label={t('submissions.log.search')} value={typed} onChange={type} />
        <SelectFilter
          label={t('submissions.log.engine')}
          any={t('submissions.log.anyEngine')}
          options={engines.map((value) => ({ value, label: t(`submissions.names.${value}`) }))}
          value={query.engine ?? ''}
          onChange={(value) => change({ engine: engines.find((engine) => engine === value) })}
        />
        <SelectFilter
          label={t('submissions.log.state')}
          any={t('submissions.log.anyState')}
          options={submissionStates.map((value) => ({ value, label: t(`submissions.log.states.${value}`) }))}
          value={query.state ?? ''}
          onChange={(value) => change({ state: submissionStates.find((state) => state === value) })}
        />
        {active > 0 && (
          <Button variant="subtle" onClick={() => clear({ engine: undefined, state: undefined })}>
            {t('submissions.log.clear')}
          </Button>
        )}
      </FilterBar>
      {!data && !list.isError && <LoadingLines />}
      {list.isError && !data && (
        <LoadFailure query={list} describe={(reason) => t('submissions.failed', { reason })} />
      )}
      {data?.length === 0 && (
        <EmptyState title={t(active > 0 ? 'submissions.log.noMatch' : 'submissions.log.none')}>
          {active === 0 && t('submissions.log.noneText', { days: format.number(keptDays) })}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <>
          <SubmissionTable submissions={data} />
          <MoreButton query={list}>{t('submissions.log.more')}</MoreButton>
        </>
      )}
    </Panel>
  )
}

function SubmissionTable({ submissions }: { submissions: Submission[] }) {
  const { t, format } = useTexts()
  const columns: Column<Submission>[] = [
    {
      key: 'address',
      label: t('submissions.log.address'),
      isRowHeader: true,
      cell: ({ address }) => (
        <bdi dir="ltr" className={styles.address}>
          {readable(address)}
        </bdi>
      ),
    },
    {
      key: 'engine',
      label: t('submissions.log.engine'),
      cell: ({ engine }) => t(`submissions.names.${engine}`),
    },
    { key: 'state', label: t('submissions.log.state'), cell: (one) => <SubmissionMark submission={one} /> },
    { key: 'answer', label: t('submissions.log.answer'), cell: (one) => <Answer submission={one} /> },
    {
      key: 'attempts',
      label: t('submissions.log.attempts'),
      cell: ({ attempts }) => format.number(attempts),
    },
    {
      key: 'at',
      label: t('submissions.log.at'),
      cell: ({ at, sent_at }) => <time dateTime={sent_at ?? at}>{format.dateTime(sent_at ?? at)}</time>,
    },
  ]
  return (
    <DataTable
      caption={t('submissions.log.title')}
      columns={columns}
      rows={submissions}
      keyOf={({ number }) => String(number)}
    />
  )
}

const symbols: Record<SubmissionState, StateSymbol> = {
  ...{ waiting: 'begun', sending: 'changing', accepted: 'done' },
  ...{ refused: 'attention', failed: 'attention', stopped: 'none' },
}

function SubmissionMark({ submission }: { submission: Submission }) {
  const { t, format } = useTexts()
  const { state, attempts, due_at, unknown_attempts, google_index } = submission
  return (
    <>
      <State symbol={symbols[state]} isError={state === 'refused' || state === 'failed'}>
        {t(`submissions.log.states.${state}`)}
      </State>
      {state === 'waiting' && attempts > 0 && due_at && (
        <Detail>{t('submissions.log.next', { date: format.dateTime(due_at) })}</Detail>
      )}
      {isUncertain(submission) && (
        <Detail>{t('submissions.log.unknown', { number: format.number(unknown_attempts) })}</Detail>
      )}
      {google_index && (
        <Detail>
          {t(`submissions.log.index.${google_index.state}`, {
            // The words may be in another script.
            ...{
              words: `\u2068${google_index.words}\u2069`,
              time: format.dateTime(google_index.inspected_at),
            },
          })}
        </Detail>
      )}
    </>
  )
}

function Answer({ submission }: { submission: Submission }) {
  const { t } = useTexts()
  const answer = findAnswerName(submission)
  if (!answer) return '–'
  return (
    <>
      {submission.status !== null && <bdi>{submission.status}</bdi>} {t(`submissions.${answer}`)}
    </>
  )
}
