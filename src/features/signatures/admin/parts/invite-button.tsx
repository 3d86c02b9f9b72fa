import '#features/signatures/admin/texts.ts'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/signatures/admin/signatures.module.css'

interface InviteButtonProps {
  name: string
  onClick: () => void
}

/** Invites the person of a row: a pen where the row is one of a table, words where it is a card. */
export function InviteButton({ name, onClick }: InviteButtonProps) {
  const { t } = useTexts()
  return (
    <span className={styles.invite}>
      <TextButton
        aria-label={t('signatures.lead.inviteNamed', { name })}
        title={t('signatures.lead.invite')}
        onClick={onClick}
      >
        <svg viewBox="0 0 20 20" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M3 17h14M5 13.2 13.6 4.6l2 2L7 15.2l-2.6.6z" strokeWidth="1.4" />
        </svg>
        <span>{t('signatures.lead.invite')}</span>
      </TextButton>
    </span>
  )
}
