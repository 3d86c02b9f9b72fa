import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { Lead, LeadChange } from '#features/early-adopters/contract.ts'
import { useLeadActions } from './use-lead.ts'

type LeadValues = ReturnType<typeof valuesOf>

/** The values of a lead to be corrected, and how they are saved: only those that were changed are sent. */
export function useCorrection(lead: Lead, onSaved: () => void) {
  const { t } = useTexts()
  const toasts = useToasts()
  const { correct } = useLeadActions(lead.id)

  return {
    initial: valuesOf(lead),
    async save(values: LeadValues) {
      const changes = changesOf(lead, values)
      const { email_change: waiting } = await correct(changes)
      toasts.show(
        'success',
        waiting && waiting.email === changes.email?.trim()
          ? t('leads.data.emailAsked', { email: `\u2068${waiting.email}\u2069` })
          : t('leads.data.saved'),
      )
      onSaved()
    },
  }
}

function valuesOf(lead: Lead) {
  return {
    ...{ name: lead.name, email: lead.email ?? '', company: lead.company ?? '' },
    ...{ segment: lead.segment, language: lead.language },
    interests: lead.interests.map(({ id }) => id),
  }
}

function changesOf(lead: Lead, values: LeadValues): LeadChange {
  const before = valuesOf(lead)
  const isSame = (field: keyof LeadValues) => String(before[field]) === String(values[field])
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => !isSame(field as keyof LeadValues)),
  ) as LeadChange
}
