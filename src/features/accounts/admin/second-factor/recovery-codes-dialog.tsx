import { Button } from '@mantine/core'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useSiteName } from '#admin/kit/site-name.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './second-factor.module.css'
import { useCopy } from './use-copy.ts'

interface RecoveryCodesDialogProps {
  /** The new codes; none while it is closed. */
  codes: readonly string[] | undefined
  onClose: () => void
}

/** The recovery codes, this once. Only its button closes it, so that no slip of the hand loses them. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTexts()
  const siteName = useSiteName()
  const copy = useCopy()
  const lines = (codes ?? []).join('\n')

  function download() {
    const title = t('secondFactor.codes.fileTitle', { site: siteName })
    const url = URL.createObjectURL(new Blob([`${title}\n\n${lines}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = t('secondFactor.codes.fileName')
    link.click()
    // Not before the browser has started to read it.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }

  return (
    <Dialog opened={codes !== undefined} title={t('secondFactor.codes.shownTitle')}>
      <div className={styles.part}>
        <p>{t('secondFactor.codes.shownText')}</p>
        <ul className={styles.codes} aria-label={t('secondFactor.codes.list')} dir="ltr">
          {codes?.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <ButtonRow>
          <Button variant="default" data-autofocus onClick={() => void copy(lines)}>
            {t('secondFactor.codes.copy')}
          </Button>
          <Button variant="default" onClick={download}>
            {t('secondFactor.codes.download')}
          </Button>
        </ButtonRow>
        <ButtonRow place="end">
          <Button onClick={onClose}>{t('secondFactor.codes.close')}</Button>
        </ButtonRow>
      </div>
    </Dialog>
  )
}
