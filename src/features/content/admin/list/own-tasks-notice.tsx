import { Link } from 'react-router'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useEntries } from '#features/content/admin/parts/use-entries.ts'
import { findTasks, localDay, writeTaskFilter } from './tasks.ts'
import { useAssignments } from './use-assignments.ts'

/** Says how many translations wait for the reader; nothing when there are none. */
export function OwnTasksNotice() {
  const { t, format } = useTexts()
  const { id: userId } = useUser()
  const assignments = useAssignments()
  const isOwner = assignments.data?.some(({ owner }) => owner?.id === userId) ?? false
  const entries = useEntries(isOwner)
  if (!isOwner || !entries.data || !assignments.data) return null
  const filter = { language: undefined, owner: 'mine' } as const
  const today = localDay(new Date())
  const tasks = findTasks({ entries: entries.data, assignments: assignments.data, userId, today }, filter)
  if (tasks.length === 0) return null
  const count = new Set(tasks.map(({ key, language }) => `${key} ${language}`)).size
  const late = tasks.filter(({ isLate }) => isLate).length
  return (
    <Notice>
      {t('content.tasks.waiting', { count, number: format.number(count) })}{' '}
      {late > 0 && t('content.tasks.late', { number: format.number(late) })}{' '}
      <Link to={`/admin/content/tasks?${new URLSearchParams(writeTaskFilter(filter))}`}>
        {t('content.tasks.link')}
      </Link>
    </Notice>
  )
}
