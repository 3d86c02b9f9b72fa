import '#features/signatures/admin/texts.ts'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useFollowedInvitation } from '#features/signatures/admin/running-invitation.ts'
import styles from '#features/signatures/admin/signatures.module.css'
import { InvitationReport } from './invitation-report.tsx'

/** The invitations that were last sent to many in this window, until their result was read; also after a reload. */
export function InvitationPanel() {
  const { t } = useTexts()
  const id = useFollowedInvitation()
  if (id === undefined) return null
  return (
    <div className={styles.following}>
      <Panel title={t('signatures.progress.title')} size="small">
        <InvitationReport id={id} />
      </Panel>
    </div>
  )
}
