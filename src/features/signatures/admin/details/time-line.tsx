import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { relativeTime } from '#admin/kit/texts/relative-time.ts'
import styles from '#features/signatures/admin/signatures.module.css'
import { useSentTexts } from '#features/signatures/admin/use-sent-texts.ts'
import type { SignatureDetail } from '#features/signatures/contract.ts'
import { listSteps, type Step } from './steps.ts'

/** The way of a signature as a picture: from the link to its activation or its end. */
export function TimeLine({ signature }: { signature: SignatureDetail }) {
  const { t } = useSentTexts()
  return (
    <ol className={styles.way} aria-label={t('signatures.way.title')}>
      {listSteps(signature).map((step) => (
        <li key={step.name} data-step={step.name} data-state={step.state}>
          <StepMark step={step} />
          <b>{t(`signatures.way.${step.name}`)}</b>
          <StepTime step={step} />
        </li>
      ))}
    </ol>
  )
}

function StepTime({ step: { at, state } }: { step: Step }) {
  const { t, format, language } = useSentTexts()
  if (at === null) {
    return state === 'done' ? null : <span>{t(`signatures.way.${state}`)}</span>
  }
  return (
    <time dateTime={at}>
      {relativeTime(at, new Date(), language)}
      <VisuallyHidden>, </VisuallyHidden>
      <small>{format.dateTime(at)}</small>
    </time>
  )
}

/** A ring until it has happened; only an activation is sealed. */
function StepMark({ step: { name, state } }: { step: Step }) {
  return (
    <svg viewBox="0 0 28 28" width="28" height="28" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="14" cy="14" r="10" strokeWidth="1.4" />
      {state === 'done' && <circle cx="14" cy="14" r="6.2" fill="currentColor" stroke="none" />}
      {name === 'revoked' && <path d="M5 23 23 5" strokeWidth="1.4" />}
      {name === 'expired' && <path d="M14 9v5l3.5 2.5" stroke="var(--paper)" strokeWidth="1.4" />}
    </svg>
  )
}
