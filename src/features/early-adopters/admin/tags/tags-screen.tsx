import '#features/early-adopters/admin/texts.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useTags } from '#features/early-adopters/admin/parts/use-tags.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import type { Tag } from '#features/early-adopters/tags/contract.ts'
import { TagEditor } from './tag-editor.tsx'

/** All tags: how many people have each, and for editors renaming, merging and deleting. */
export function TagsScreen() {
  const { t, format } = useTexts()
  const tags = useTags()
  const canEdit = useCan(leadPermissions.edit)
  const [edited, setEdited] = useState<Tag>()
  const columns: Column<Tag>[] = [
    {
      key: 'name',
      label: t('leads.tags.name'),
      isRowHeader: true,
      cell: ({ id, name }) => (
        <Link to={`/admin/early-adopters?tag=${id}`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      key: 'people',
      label: t('people.title'),
      width: '14rem',
      cell: ({ people }) => format.number(people),
    },
    {
      key: 'edit',
      hidesCardLabel: true,
      label: t('leads.tags.actions'),
      width: '10rem',
      cell: (tag) => (
        <TextButton aria-label={t('leads.tags.editOne', { name: tag.name })} onClick={() => setEdited(tag)}>
          {t('leads.tags.edit')}
        </TextButton>
      ),
    },
  ]
  return (
    <>
      <ScreenHeading
        before={<BackLink to="/admin/early-adopters">{t('leads.lead.back')}</BackLink>}
        title={t('leads.tags.title')}
        intro={t('leads.tags.intro')}
      />
      {tags.isPending && <LoadingLines />}
      {tags.isError && !tags.data && <LoadFailure query={tags} title={t('leads.tags.failed')} />}
      {tags.data?.length === 0 && (
        <EmptyState title={t('leads.tags.empty')}>{t('leads.tags.emptyText')}</EmptyState>
      )}
      {tags.data && tags.data.length > 0 && (
        <DataTable
          caption={t('leads.tags.title')}
          columns={columns.filter(({ key }) => canEdit || key !== 'edit')}
          rows={tags.data}
          keyOf={({ id }) => id}
        />
      )}
      {edited && (
        <TagEditor key={edited.id} tag={edited} tags={tags.data ?? []} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
