import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/lead.module.css'
import type { Lead } from '#features/early-adopters/contract.ts'
import { languageNames } from '#shared/languages.ts'
import { LeadForm } from './lead-form.tsx'
import { PendingEmail } from './pending-email.tsx'

/** What is known of them, to be corrected in place. */
export function LeadData({ lead, canEdit }: { lead: Lead; canEdit: boolean }) {
  const { t, format } = useTexts()
  const [isEditing, setEditing] = useState(false)
  return (
    <section className={styles.section} aria-labelledby="lead-data">
      <div className={styles.head}>
        <h2 id="lead-data">{t('leads.data.title')}</h2>
        {canEdit && !isEditing && (
          <Button variant="subtle" onClick={() => setEditing(true)}>
            {t('leads.data.edit')}
          </Button>
        )}
      </div>
      {lead.email_change && <PendingEmail leadId={lead.id} change={lead.email_change} />}
      {isEditing ? (
        <LeadForm lead={lead} onClose={() => setEditing(false)} />
      ) : (
        <dl className={styles.data}>
          <Entry label={t('people.name')}>
            <bdi>{lead.name}</bdi>
          </Entry>
          <Entry label={t('people.email')}>
            {lead.email === null ? (
              t('leads.visibility.addresses')
            ) : (
              <a href={`mailto:${encodeURIComponent(lead.email)}`}>
                <bdi>{lead.email}</bdi>
              </a>
            )}
          </Entry>
          <Entry label={t('people.company')}>
            {lead.company ? <bdi>{lead.company}</bdi> : t('people.noCompany')}
          </Entry>
          <Entry label={t('people.segment')}>{t(`segments.${lead.segment}`)}</Entry>
          <Entry label={t('people.interests')}>
            {lead.interests.length > 0
              ? format.list(lead.interests.map(({ name }) => name))
              : t('people.noInterests')}
          </Entry>
          <Entry label={t('leads.language')}>
            <bdi lang={lead.language}>{languageNames[lead.language]}</bdi>
          </Entry>
          <Entry label={t('people.date')}>{format.dateTime(lead.created_at)}</Entry>
          <Entry label={t('leads.data.lastContact')}>{format.dateTime(lead.last_contact_at)}</Entry>
        </dl>
      )}
    </section>
  )
}

function Entry({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
