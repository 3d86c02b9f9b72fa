import type { ReactNode } from 'react'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { GoogleFailure } from '#features/seo/search-console/contract.ts'
import styles from './search-console.module.css'

interface FailureProps {
  failure: GoogleFailure
  title: string
  children?: ReactNode
  actions?: ReactNode
}

/** What Google has not answered, with its own sentence. */
export function FailureNotice({ failure, title, children, actions }: FailureProps) {
  return (
    <Notice kind="warning" title={title} actions={actions}>
      <FailureWords failure={failure} />
      {children && <span className={styles.line}>{children}</span>}
    </Notice>
  )
}

/** Google's own sentence, or why there is none. */
export function FailureWords({ failure: { status, fault, answer } }: { failure: GoogleFailure }) {
  const { t } = useTexts()
  if (fault !== 'status') return t(`submissions.faults.${fault}`)
  return (
    <q className={styles.words} dir="auto">
      {answer || String(status)}
    </q>
  )
}
