import { useState } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { Lead, LeadChange } from '#features/early-adopters/contract.ts'
import { useLeadActions } from './use-lead.ts'

type Values = ReturnType<typeof valuesOf>

/** The corrected values of a lead until they are saved. */
export function useCorrection(lead: Lead, onSaved: () => void) {
  const { t } = useTexts()
  const toasts = useToasts()
  const { correct } = useLeadActions(lead.id)
  const [values, setValues] = useState(() => valuesOf(lead))
  const { isBusy, error, failure, run } = useAction({ showsFailure: true })

  return {
    values,
    isBusy,
    failure,
    set: (change: Partial<Values>) => setValues({ ...values, ...change }),
    errorOf: (field: string) =>
      error instanceof ApiError && error.fields.find((refused) => refused.field.startsWith(field))?.message,
    save: () =>
      run(async () => {
        const changes = changesOf(lead, values)
        const { email_change: waiting } = await correct(changes)
        toasts.show(
          'success',
          waiting && waiting.email === changes.email?.trim()
            ? t('leads.data.emailAsked', { email: `\u2068${waiting.email}\u2069` })
            : t('leads.data.saved'),
        )
        onSaved()
      }),
  }
}

function valuesOf(lead: Lead) {
  return {
    ...{ name: lead.name, email: lead.email ?? '', company: lead.company ?? '' },
    ...{ segment: lead.segment, language: lead.language },
    interests: lead.interests.map(({ id }) => id),
  }
}

function changesOf(lead: Lead, values: Values): LeadChange {
  const before = valuesOf(lead)
  const isSame = (field: keyof Values) => String(before[field]) === String(values[field])
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => !isSame(field as keyof Values)),
  ) as LeadChange
}
