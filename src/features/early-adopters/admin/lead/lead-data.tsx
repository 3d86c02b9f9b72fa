import { Button } from '@mantine/core'
import { useState } from 'react'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Lead } from '#features/early-adopters/contract.ts'
import { languageNames } from '#shared/languages.ts'
import { nameCountry } from '#ui/typesetting.ts'
import { LeadForm } from './lead-form.tsx'
import { PendingEmail } from './pending-email.tsx'

/** The data of a lead, which can be corrected in place. */
export function LeadData({ lead, canEdit }: { lead: Lead; canEdit: boolean }) {
  const { t, format, language } = useTexts()
  const [isEditing, setEditing] = useState(false)
  return (
    <Panel
      title={t('leads.data.title')}
      aside={
        canEdit &&
        !isEditing && (
          <Button variant="subtle" size="compact-md" onClick={() => setEditing(true)}>
            {t('leads.data.edit')}
          </Button>
        )
      }
    >
      {lead.email_change && <PendingEmail leadId={lead.id} change={lead.email_change} />}
      {isEditing ? (
        <LeadForm lead={lead} onClose={() => setEditing(false)} />
      ) : (
        <Facts
          facts={[
            { name: t('people.name'), value: <bdi>{lead.name}</bdi> },
            {
              name: t('people.email'),
              value:
                lead.email === null ? (
                  t('leads.visibility.addresses')
                ) : (
                  <a href={`mailto:${encodeURIComponent(lead.email)}`}>
                    <bdi>{lead.email}</bdi>
                  </a>
                ),
            },
            {
              name: t('people.company'),
              value: lead.company ? <bdi>{lead.company}</bdi> : t('people.noCompany'),
            },
            { name: t('people.segment'), value: t(`segments.${lead.segment}`) },
            {
              name: t('people.interests'),
              value:
                lead.interests.length > 0
                  ? format.list(lead.interests.map(({ name }) => name))
                  : t('people.noInterests'),
            },
            {
              name: t('leads.language'),
              value: <bdi lang={lead.language}>{languageNames[lead.language]}</bdi>,
            },
            { name: t('leads.kind'), value: t(`leads.kinds.${lead.kind}`) },
            {
              name: t('leads.data.page'),
              value: lead.page ? <bdi dir="ltr">{lead.page}</bdi> : t('leads.data.noPage'),
            },
            {
              name: t('leads.data.country'),
              value: lead.country ? nameCountry(lead.country, language) : t('leads.data.unknownCountry'),
            },
            { name: t('people.date'), value: format.dateTime(lead.created_at) },
            { name: t('leads.data.lastContact'), value: format.dateTime(lead.last_contact_at) },
          ]}
        />
      )}
    </Panel>
  )
}
