import { Button, Skeleton } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { parseRichText } from '#features/content/admin/diff/rich-tree.ts'
import { Blocks, Folded } from '#features/content/admin/diff/text-difference-view.tsx'
import { type Edit, fieldsOf, type TextFields } from '#features/content/admin/drafts/edits.ts'
import type { Editing } from '#features/content/admin/drafts/use-editing.ts'
import type { ContentItem, ContentKey } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import styles from './merge.module.css'
import { applyMerge, type Choice, compareField, planMerge, proposeChoice, searchFields } from './merge.ts'
import { MergeFieldPart, MergeTextPart } from './merge-part.tsx'
import { useVersion } from './use-history.ts'
import { useMerge } from './use-merge.ts'

interface MergeScreenProps {
  contentKey: ContentKey
  language: Language
  edit: Edit
  /** The newer version that was saved meanwhile, and by whom; without a name it was oneself. */
  newest: number
  author: string | undefined
  editing: Editing
  onClose: () => void
}

/** What two people made of one text, change by change, for one of them to put together. */
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
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map())
  const [fieldChoices, setFieldChoices] = useState<Partial<Record<keyof TextFields, Choice>>>({})
  const [isAsking, setAsking] = useState(false)
  // Of the moment the screen was opened: saving moves the edit on, and the screen is not to change meanwhile.
  const [{ base, fields: mine }] = useState(edit)

  const parts = useMemo(
    () =>
      planMerge(
        parseRichText(base.fields.content),
        parseRichText(mine.content),
        parseRichText(theirs.content),
      ),
    [base, mine, theirs],
  )
  const fields = searchFields.flatMap((field) => {
    const kind = compareField(field, base.fields, mine, fieldsOf(theirs))
    return kind === 'same' ? [] : [{ field, kind }]
  })
  const changes = parts.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]))
  const total = changes.length + fields.length
  const undecided =
    parts.filter(({ kind }, index) => kind === 'conflict' && !choices.has(index)).length +
    fields.filter(({ field, kind }) => kind === 'conflict' && !fieldChoices[field]).length

  useEffect(() => heading.current?.focus(), [])

  const save = (result: TextFields) => merging.mutate({ edit: { base, fields: mine }, theirs, result })

  function saveResult() {
    const content = applyMerge(parts, choices)
    if (content === undefined || undecided > 0) {
      setAsking(true)
      list.current?.querySelector<HTMLInputElement>('[data-undecided] input')?.focus()
      return
    }
    const result = { ...fieldsOf(theirs), content }
    for (const { field, kind } of fields) {
      if ((fieldChoices[field] ?? proposeChoice(kind)) === 'mine') result[field] = mine[field]
    }
    save(result)
  }

  const intro = { name: author ?? '', version: format.number(theirs.version) }
  return (
    <section className={styles.merge} aria-labelledby="merge-title">
      <h2 id="merge-title" ref={heading} tabIndex={-1}>
        {t('history.merge.title')}
      </h2>
      <p>{t(author ? 'history.merge.intro' : 'history.merge.introSelf', intro)}</p>
      <ButtonRow>
        <Button variant="default" onClick={onClose} disabled={merging.isPending}>
          {t('history.merge.back')}
        </Button>
        {total > 0 && (
          <>
            <Button variant="default" disabled={merging.isPending} onClick={() => save(mine)}>
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
          <div ref={list} className={styles.parts}>
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
                  name={author}
                  language={language}
                  choice={choices.get(index) ?? proposeChoice(part.kind)}
                  isAsking={isAsking}
                  onChoose={(choice) => setChoices(new Map(choices).set(index, choice))}
                />
              ),
            )}
            {fields.map(({ field, kind }, index) => (
              <MergeFieldPart
                key={field}
                field={field}
                kind={kind}
                base={base.fields}
                mine={mine}
                theirs={fieldsOf(theirs)}
                number={changes.length + index + 1}
                total={total}
                name={author}
                language={language}
                choice={fieldChoices[field] ?? proposeChoice(kind)}
                isAsking={isAsking}
                onChoose={(choice) => setFieldChoices({ ...fieldChoices, [field]: choice })}
              />
            ))}
          </div>
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
    </section>
  )
}
