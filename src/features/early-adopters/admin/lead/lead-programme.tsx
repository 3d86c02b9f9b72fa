import { Hint } from '#admin/kit/layout/hint.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/lead.module.css'
import type { Lead } from '#features/early-adopters/contract.ts'

const steps = [1, 2, 3, 4, 5] as const

/** The step of the programme that a lead is at, and when their programme ends. */
export function LeadProgramme({ lead }: { lead: Lead }) {
  const { t, format } = useTexts()
  const { step: current, ends_at } = lead.programme
  const isOver = new Date(ends_at) <= new Date()
  return (
    <section className={styles.programme} aria-label={t('leads.programme.title')}>
      <ol>
        {steps.map((step) => {
          const state = step < current ? 'done' : step === current ? 'current' : 'pending'
          const name = t(`leads.programme.steps.${step}`)
          return (
            <li key={step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
              <VisuallyHidden>{t(`leads.programme.${state}`, { step: name })}</VisuallyHidden>
              <span aria-hidden="true">{name}</span>
            </li>
          )
        })}
      </ol>
      <Hint>
        {t(isOver ? 'leads.programme.ended' : 'leads.programme.ends', { date: format.date(ends_at) })}
      </Hint>
    </section>
  )
}
