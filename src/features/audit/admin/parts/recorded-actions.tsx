import '#features/accounts/admin/parts/texts.ts'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Hint, Meta, Tag } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Row } from '#admin/kit/layout/rows.tsx'
import { GrowingList } from '#admin/kit/list/growing-list.tsx'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { sentences } from '#features/audit/admin/sentences.ts'
import { RecordedAction } from '#features/audit/contract.ts'
import { auditPermissions } from '#features/audit/permissions.ts'

/** The recorded actions: what, who, when. For admins only. */
export function RecordedActions() {
  const { t } = useTexts()
  const canRead = useCan(auditPermissions.read)
  const actions = usePagedList({
    queryKey: ['recorded-actions'],
    path: '/api/audit/actions',
    entry: RecordedAction,
    pageSize: 10,
    enabled: canRead,
  })
  if (!canRead) return null
  return (
    <Panel title={t('profile.recorded.title')} isWide>
      <Hint>{t('profile.recorded.text')}</Hint>
      <p>
        <Link to="/admin/audit">{t('profile.recorded.all')}</Link>
      </p>
      <GrowingList
        query={actions}
        describeFailure={(reason) => t('profile.recorded.failedToLoad', { reason })}
        empty={<p>{t('profile.recorded.none')}</p>}
        more={t('profile.recorded.older')}
      >
        {(action) => <ActionRow key={action.id} action={action} />}
      </GrowingList>
    </Panel>
  )
}

function ActionRow({ action: { action, subject, user, at, outcome } }: { action: RecordedAction }) {
  const { t, format } = useTexts()
  const sentence = sentences[action]
  const count = subject.people ?? subject.erased
  const number = typeof count === 'number' ? format.number(count) : '…'
  return (
    <Row>
      <p>
        {sentence === undefined ? action : t(sentence, { number })}{' '}
        {outcome !== 'done' && (
          <Tag>{t(outcome === 'failed' ? 'profile.recorded.failed' : 'profile.recorded.unfinished')}</Tag>
        )}
      </p>
      <Meta>
        {user ? <bdi title={user.username}>{user.name}</bdi> : t('profile.recorded.formerUser')}
        <time dateTime={at}>{format.dateTime(at)}</time>
      </Meta>
    </Row>
  )
}
