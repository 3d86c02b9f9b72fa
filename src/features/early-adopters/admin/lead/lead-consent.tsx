import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/lead.module.css'
import type { Lead } from '#features/early-adopters/contract.ts'

/** The consent of a lead: its sentence, its time, and whether it was withdrawn. */
export function LeadConsent({ lead }: { lead: Lead }) {
  const { t, format } = useTexts()
  const { given_at, withdrawn_at, sentence, language, text_hash } = lead.consent
  return (
    <Panel title={t('leads.consent.title')}>
      <p>{t('leads.consent.given', { date: format.dateTime(given_at) })}</p>
      {withdrawn_at && (
        <Hint isError>{t('leads.consent.withdrawn', { date: format.dateTime(withdrawn_at) })}</Hint>
      )}
      {sentence && (
        <blockquote className={styles.sentence} lang={language ?? undefined} dir="auto">
          {sentence}
        </blockquote>
      )}
      {!sentence && text_hash === 'imported' && <p>{t('leads.consent.imported')}</p>}
      {!sentence && text_hash !== 'imported' && (
        <p>
          {t('leads.consent.unknownText')} <code>{text_hash}</code>
        </p>
      )}
    </Panel>
  )
}
