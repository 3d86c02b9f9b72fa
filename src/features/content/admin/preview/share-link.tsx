import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type PreviewLink, previewHourChoices } from '#features/previews/contract.ts'
import styles from './preview.module.css'
import type { PreviewedText } from './previewer.ts'
import { SharedLinks } from './shared-links.tsx'
import { useSharing } from './use-shared-previews.ts'

const choiceNames = { 2: 'hours2', 24: 'day1', 168: 'days7', 720: 'days30' } as const

interface ShareLinkProps {
  /** The text that the preview shows. */
  text: PreviewedText
  hours: number
  onChoose: (hours: number) => void
}

/** Makes and copies a link to the text as it is now, for as long as chosen, and leads to those made before. */
export function ShareLink({ text, hours, onChoose }: ShareLinkProps) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { outcome, isBusy, share } = useSharing(text, hours)
  return (
    <>
      <div className={styles.sharing}>
        <NativeSelect
          size="sm"
          label={t('preview.valid.label')}
          rightSection={<ChevronIcon />}
          value={String(hours)}
          data={previewHourChoices.map((choice) => ({
            value: String(choice),
            label: t(`preview.valid.${choiceNames[choice]}`),
          }))}
          onChange={({ currentTarget: { value } }) => onChoose(Number(value))}
        />
        <Button variant="default" size="sm" loading={isBusy} onClick={share}>
          {t('preview.copy')}
        </Button>
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {t('preview.links.open')}
        </Button>
      </div>
      <SharedLinks opened={isOpen} text={text} onClose={() => setOpen(false)} />
      <div className={styles.copied} role="status">
        {outcome && <Outcome {...outcome} />}
      </div>
    </>
  )
}

function Outcome({ link, isCopied }: { link: PreviewLink; isCopied: boolean }) {
  const { t, format } = useTexts()
  if (isCopied) return <p>{t('preview.copied', { date: format.dateTime(link.expires_at) })}</p>
  return (
    <>
      <p>{t('preview.copyFailed')}</p>
      <TextInput
        readOnly
        size="sm"
        dir="ltr"
        aria-label={t('preview.copy')}
        value={link.url}
        onFocus={(event) => event.target.select()}
      />
    </>
  )
}
