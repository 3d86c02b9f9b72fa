import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Meta } from '#admin/kit/layout/hint.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { AssignDialog } from '#features/content/admin/list/assign-dialog.tsx'
import { DueDate } from '#features/content/admin/list/due-date.tsx'
import { findAssigned, listTasks, localDay, writeTaskFilter } from '#features/content/admin/list/tasks.ts'
import { useAssignments } from '#features/content/admin/list/use-assignments.ts'
import type { ContentEntry, ContentKey } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { type Language, languageNames } from '#shared/languages.ts'

interface TextTaskProps {
  contentKey: ContentKey
  language: Language
  entry: ContentEntry | undefined
}

/** Who translates this text until when; nothing for a text without a task that nobody is responsible for. */
export function TextTask({ contentKey: key, language, entry }: TextTaskProps) {
  const { t } = useTexts()
  const canAssign = useCan(contentPermissions.assign)
  const assignments = useAssignments()
  const [isEditing, setEditing] = useState(false)
  if (!entry || !assignments.data) return null
  const assigned = findAssigned(assignments.data, { key, language }, localDay(new Date()))
  const { owner, dueOn } = assigned
  const isAssigned = owner !== null || dueOn !== null
  if (!isAssigned && listTasks([entry], language).length === 0) return null
  return (
    <>
      <Meta>
        <span>
          {owner ? t('translation.tasks.ownerIs', { name: owner.name }) : t('translation.tasks.unowned')}
        </span>
        {dueOn !== null && (
          <span>
            <DueDate {...assigned} isAlone />
          </span>
        )}
        {canAssign && (
          <TextButton aria-haspopup="dialog" onClick={() => setEditing(true)}>
            {isAssigned ? t('translation.tasks.change') : t('translation.tasks.assign')}
          </TextButton>
        )}
        <Link
          to={`/admin/content/tasks?${new URLSearchParams(writeTaskFilter({ language, owner: undefined }))}`}
        >
          {t('translation.tasks.inLanguage', { language: languageNames[language] })}
        </Link>
      </Meta>
      {isEditing && (
        <AssignDialog text={{ key, language }} assigned={assigned} onClose={() => setEditing(false)} />
      )}
    </>
  )
}
