import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { CloseIcon } from '#admin/kit/icons.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { useDraftActions, useDrafts } from '#features/social/admin/schedule/use-posts.ts'
import type { SocialDraft } from '#features/social/posts/contract.ts'
import styles from './composer.module.css'
import { Composition } from './composition.ts'

const longest = 80

/** The beginning of what a draft says; empty where it says nothing yet. */
function nameOf({ content }: SocialDraft): string {
  const read = Composition.safeParse(content)
  const text = read.success ? read.data.text.trim().replace(/\s+/g, ' ') : ''
  const letters = [...text]
  return letters.length > longest ? `${letters.slice(0, longest).join('').trimEnd()}…` : text
}

/** What somebody has begun to write, to go on with or to remove. */
export function DraftList({ onRestore }: { onRestore: (draft: SocialDraft) => void }) {
  const { t, format } = useTexts()
  const query = useDrafts()
  const [isOpen, setOpen] = useState(false)
  const count = query.data?.length ?? 0
  return (
    <div className={styles.drafts}>
      <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('composer.drafts.open', { number: format.number(count) })}
      </Button>
      {isOpen && query.isError && !query.data && (
        <LoadFailure query={query} title={t('composer.drafts.loadFailed')} />
      )}
      {isOpen && query.data && count === 0 && <Hint>{t('composer.drafts.none')}</Hint>}
      {isOpen && query.data && count > 0 && (
        <Rows>
          {query.data.map((draft) => (
            <DraftRow
              key={draft.id}
              draft={draft}
              onRestore={() => {
                setOpen(false)
                onRestore(draft)
              }}
            />
          ))}
        </Rows>
      )}
    </div>
  )
}

function DraftRow({ draft, onRestore }: { draft: SocialDraft; onRestore: () => void }) {
  const { t, format } = useTexts()
  const toasts = useToasts()
  const actions = useDraftActions()
  const { isBusy, run } = useAction()
  const name = nameOf(draft) || t('composer.drafts.untitled')
  const restore = () => run(async () => void (await actions.create(Object(draft.content))))
  const remove = () =>
    run(async () => {
      await actions.remove(draft.id)
      toasts.show('success', t('composer.drafts.removed'), {
        label: t('composer.drafts.undo'),
        run: restore,
      })
    })
  return (
    <Row>
      <TextButton aria-label={t('composer.drafts.restore', { name: isolateWords(name) })} onClick={onRestore}>
        <bdi>{name}</bdi>
      </TextButton>
      <Detail>
        {format.dateTime(draft.updated_at)}
        <button
          type="button"
          className={styles.tool}
          disabled={isBusy}
          aria-label={t('composer.drafts.remove', { name: isolateWords(name) })}
          onClick={remove}
        >
          <CloseIcon />
        </button>
      </Detail>
    </Row>
  )
}
