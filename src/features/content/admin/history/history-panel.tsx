import { Skeleton } from '@mantine/core'
import { Detail, Hint, Tag } from '#admin/kit/layout/hint.tsx'
import { Rows } from '#admin/kit/layout/rows.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ContentAction, ContentKey } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { useActions } from './use-history.ts'

interface HistoryPanelProps {
  contentKey: ContentKey
  language: Language
  onOpen: (version: number) => void
}

const savings = new Set<ContentAction['action']>(['save', 'restore', 'translate', 'replace_picture'])

/** The history of a text in one language; each entry opens its version. */
export function HistoryPanel({ contentKey, language, onOpen }: HistoryPanelProps) {
  const { t, format } = useTexts()
  const actions = useActions(contentKey, language)
  return (
    <div>
      {actions.isPending && <Skeleton height={120} mt="sm" />}
      {actions.isError && !actions.data && (
        <LoadFailure query={actions} describe={(reason) => t('history.failed', { reason })} />
      )}
      {actions.data?.length === 0 && <Hint>{t('history.empty')}</Hint>}
      <Rows as="ol">
        {actions.data?.map(({ id, at, action, version, restored_from, published, actor }) => (
          <li key={id} data-action={action}>
            <TextButton aria-describedby={`action-${id}`} onClick={() => onOpen(version)}>
              {t(`history.done.${action}`, {
                version: format.number(version),
                from: format.number(restored_from ?? 0),
              })}
            </TextButton>
            <Detail id={`action-${id}`}>
              <bdi>{actor?.name ?? t('history.noAuthor')}</bdi> ·{' '}
              <bdi>
                <time dateTime={at}>{format.dateTime(at)}</time>
              </bdi>{' '}
              {published && savings.has(action) && <Tag>{t('history.live')}</Tag>}
            </Detail>
          </li>
        ))}
      </Rows>
      <MoreButton query={actions}>{t('history.older')}</MoreButton>
    </div>
  )
}
