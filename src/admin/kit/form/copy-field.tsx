import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './form.module.css'

interface CopyFieldProps {
  label: string
  value: string
  onCopied?: () => void
}

/** A text to take along, such as a link or a token: it is selected as a whole, and a button copies it. */
export function CopyField({ label, value, onCopied }: CopyFieldProps) {
  const { t } = useTexts()
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
      onCopied?.()
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <div className={styles.copy}>
      <TextInput
        readOnly
        dir="ltr"
        label={label}
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onCopy={onCopied}
      />
      <Button data-autofocus onClick={() => void copy()}>
        {t('copy.copy')}
      </Button>
      <p role="status">{outcome && t(`copy.${outcome}`)}</p>
    </div>
  )
}
