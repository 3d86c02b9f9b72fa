import { Box, Button, Flex, Skeleton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Blocks, Folded } from '#features/content/admin/diff/text-difference-view.tsx'
import { type Edit, fieldsOf, type TextFields } from '#features/content/admin/drafts/edits.ts'
import type { Editing } from '#features/content/admin/drafts/use-editing.ts'
import type { ContentItem, ContentKey } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { proposeChoice } from './merge.ts'
import { MergeFieldPart, MergeTextPart } from './merge-part.tsx'
import { useVersion } from './use-history.ts'
import { useMerge } from './use-merge.ts'
import { type MergeChoices, useMergeChoices } from './use-merge-choices.ts'

interface MergeScreenProps {
  contentKey: ContentKey
  language: Language
  edit: Edit
  /** The newer version that was saved meanwhile. */
  newest: number
  /** Who saved it; undefined for the user's own save in another window. */
  author: string | undefined
  editing: Editing
  onClose: () => void
}

/** Merges the unsaved text with a newer version, change by change. */
export function MergeScreen({ contentKey, language, newest, onClose, ...props }: MergeScreenProps) {
  const { t } = useTexts()
  const theirs = useVersion(contentKey, language, newest)
  if (theirs.isError) {
    return (
      <Notice kind="error" actions={<Button onClick={onClose}>{t('history.merge.back')}</Button>}>
        {t('history.version.failed', { reason: describeError(theirs.error, t) })}
      </Notice>
    )
  }
  if (!theirs.data) return <Skeleton height={320} />
  return (
    <Merging key={theirs.data.id} theirs={theirs.data} language={language} onClose={onClose} {...props} />
  )
}

type MergingProps = Omit<MergeScreenProps, 'contentKey' | 'newest'> & { theirs: ContentItem }

function Merging({ theirs, language, edit, author, editing, onClose }: MergingProps) {
  const { t, format } = useTexts()
  const merging = useMerge(editing)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  // The edit when the screen was opened: saving changes the edit, and the screen must stay the same meanwhile.
  const [opened] = useState(edit)
  const merge = useMergeChoices(opened, theirs)
  const { total, undecided } = merge

  useEffect(() => heading.current?.focus(), [])

  const save = (result: TextFields) => merging.mutate({ edit: opened, theirs, result })

  function saveResult() {
    const result = merge.apply()
    if (result) return save(result)
    setAsking(true)
    list.current?.querySelector<HTMLInputElement>('[data-undecided] input')?.focus()
  }

  const intro = { name: author ?? '', version: format.number(theirs.version) }
  return (
    <Flex component="section" direction="column" gap="1.25rem" miw={0} aria-labelledby="merge-title">
      <Box component="h2" id="merge-title" ref={heading} tabIndex={-1} fz="1.75rem">
        {t('history.merge.title')}
      </Box>
      <p>{t(author ? 'history.merge.intro' : 'history.merge.introSelf', intro)}</p>
      <ButtonRow>
        <Button variant="default" onClick={onClose} disabled={merging.isPending}>
          {t('history.merge.back')}
        </Button>
        {total > 0 && (
          <>
            <Button variant="default" disabled={merging.isPending} onClick={() => save(opened.fields)}>
              {t('history.merge.keepMine')}
            </Button>
            <Button variant="default" disabled={merging.isPending} onClick={() => save(fieldsOf(theirs))}>
              {t('history.merge.keepTheirs')}
            </Button>
          </>
        )}
      </ButtonRow>
      {total === 0 ? (
        <Notice
          actions={<Button onClick={() => editing.discard(language)}>{t('history.merge.continue')}</Button>}
        >
          {t('history.merge.identical')}
        </Notice>
      ) : (
        <>
          <Flex ref={list} direction="column" gap="1.25rem" miw={0}>
            <MergeParts
              merge={merge}
              base={opened.base.fields}
              mine={opened.fields}
              theirs={fieldsOf(theirs)}
              name={author}
              language={language}
              isAsking={isAsking}
            />
          </Flex>
          <ActionBar>
            <ActionBarState role="status">
              {undecided > 0
                ? t('history.merge.undecided', { count: undecided })
                : t('history.merge.decided')}
            </ActionBarState>
            <Button loading={merging.isPending} onClick={saveResult}>
              {t('history.merge.save')}
            </Button>
          </ActionBar>
        </>
      )}
    </Flex>
  )
}

interface MergePartsProps {
  merge: MergeChoices
  base: TextFields
  mine: TextFields
  theirs: TextFields
  /** Who saved the newer version; undefined for the user's own save in another window. */
  name: string | undefined
  language: Language
  isAsking: boolean
}

function MergeParts({ merge, base, mine, theirs, name, language, isAsking }: MergePartsProps) {
  const { t } = useTexts()
  const { parts, fields, changes, total, choices, fieldChoices } = merge
  return (
    <>
      {parts.map((part, index) =>
        part.kind === 'same' ? (
          <Folded
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
            key={index}
            summary={t('history.difference.folded', { count: part.theirs.length })}
          >
            <Blocks blocks={part.theirs} language={language} />
          </Folded>
        ) : (
          <MergeTextPart
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={index}
            part={part}
            number={changes.indexOf(index) + 1}
            total={total}
            name={name}
            language={language}
            choice={choices.get(index) ?? proposeChoice(part.kind)}
            isAsking={isAsking}
            onChoose={(choice) => merge.choose(index, choice)}
          />
        ),
      )}
      {fields.map(({ field, kind }, index) => (
        <MergeFieldPart
          key={field}
          field={field}
          kind={kind}
          base={base}
          mine={mine}
          theirs={theirs}
          number={changes.length + index + 1}
          total={total}
          name={name}
          language={language}
          choice={fieldChoices[field] ?? proposeChoice(kind)}
          isAsking={isAsking}
          onChoose={(choice) => merge.chooseField(field, choice)}
        />
      ))}
    </>
  )
}
