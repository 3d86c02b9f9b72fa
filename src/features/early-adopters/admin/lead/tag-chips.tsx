import { useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '#admin/kit/api/use-action.ts'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/lead.module.css'
import { listWithTaken } from '#features/early-adopters/admin/parts/tag-list.ts'
import { useTagActions } from '#features/early-adopters/admin/parts/use-tags.ts'
import type { Lead } from '#features/early-adopters/contract.ts'
import type { LeadTag } from '#features/early-adopters/tags/contract.ts'

/** The tags of a lead, each with the list under it. One that was taken away stays, crossed out, until the page is left. */
export function TagChips({ lead, canEdit }: { lead: Lead; canEdit: boolean }) {
  const { t } = useTexts()
  const actions = useTagActions()
  const { run } = useAction()
  const [taken, setTaken] = useState<LeadTag[]>([])

  function take(tag: LeadTag) {
    run(async () => {
      await actions.tag({ lead_ids: [lead.id], add: [], remove: [tag.id] })
      setTaken((others) => [...others, tag])
    }, t('leads.tags.taken'))
  }

  function giveBack({ name }: LeadTag) {
    run(() => actions.tag({ lead_ids: [lead.id], add: [name], remove: [] }), t('leads.tags.saved'))
  }

  return (
    <ul className={styles.tags}>
      {listWithTaken(lead.tags, taken).map(({ tag, isTaken }) => (
        <li key={tag.name} data-taken={isTaken || undefined}>
          {isTaken ? (
            <s>
              <bdi>{tag.name}</bdi>
            </s>
          ) : (
            <Link to={`/admin/early-adopters?tag=${tag.id}`}>
              <bdi>{tag.name}</bdi>
            </Link>
          )}
          {canEdit && (
            // The same button for both, so that it keeps the focus.
            <TextButton
              aria-label={t(isTaken ? 'leads.tags.giveBack' : 'leads.tags.takeOne', { name: tag.name })}
              title={t(isTaken ? 'leads.tags.giveBack' : 'leads.tags.takeOne', { name: tag.name })}
              onClick={() => (isTaken ? giveBack(tag) : take(tag))}
            >
              {isTaken ? t('leads.tags.undo') : '×'}
            </TextButton>
          )}
        </li>
      ))}
    </ul>
  )
}
