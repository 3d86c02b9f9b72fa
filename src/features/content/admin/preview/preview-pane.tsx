import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { CloseIcon, OutwardIcon } from '#admin/kit/icons.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/content/admin/preview.module.css'
import type { PreviewLink } from '#features/previews/contract.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { type PreviewWidth, previewWidths } from './preview-scale.ts'
import { describePreviewError, type FollowedPreview } from './use-previewer.ts'

interface PreviewPaneProps {
  id: string
  language: Language
  preview: FollowedPreview
  onClose: () => void
}

/** The page as it would be with what is being written, beside the writing. */
export function PreviewPane({ id, language, preview, onClose }: PreviewPaneProps) {
  const { t } = useTexts()
  const { made, isMaking, error, previewer } = preview
  const [width, setWidth] = useState<PreviewWidth>('phone')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const status = () => {
    if (isMaking) return t('preview.making')
    return made ? t('preview.ready') : ''
  }
  return (
    <aside
      id={id}
      className={styles.pane}
      data-preview-pane={width}
      aria-label={t('preview.title', { language: languageNames[language] })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {t('preview.open')}
        </h2>
        <span className={styles.language} lang={language}>
          {languageNames[language]}
        </span>
        <button type="button" className={styles.close} aria-label={t('preview.close')} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      <div className={styles.tools}>
        <Segmented
          legend={t('preview.width')}
          options={previewWidths.map((value) => ({ value, label: t(`preview.widths.${value}`) }))}
          value={width}
          onChange={setWidth}
        />
        <Button variant="default" size="sm" loading={isMaking} onClick={previewer.refresh}>
          {t('preview.refresh')}
        </Button>
      </div>
      {error !== undefined && (
        <Notice
          kind="error"
          actions={
            <Button variant="default" size="sm" loading={isMaking} onClick={previewer.refresh}>
              {t('retry')}
            </Button>
          }
        >
          {t('preview.failed', { reason: describePreviewError(error, t) })}
        </Notice>
      )}
      <PreviewFrame language={language} url={made?.link.url} width={width} onRetry={previewer.refresh} />
      <p className={styles.status} role="status">
        {status()}
      </p>
      {made && <PreviewFoot link={made.link} preview={preview} />}
    </aside>
  )
}

/** The link to the preview, to copy or to open in another window. */
function PreviewFoot({ link, preview }: { link: PreviewLink; preview: FollowedPreview }) {
  const { t, format } = useTexts()
  return (
    <div className={styles.foot}>
      <CopyLink key={link.url} url={link.url} expiresAt={link.expires_at} preview={preview} />
      <a
        href={link.url}
        target="_blank"
        rel="noreferrer"
        className={styles.outward}
        aria-label={t('opensInNewTab', { label: t('preview.newTab') })}
        // What is open in another window must not vanish at the next word.
        onClick={preview.previewer.keep}
      >
        {t('preview.newTab')}
        <OutwardIcon />
      </a>
      <p className={styles.until}>{t('preview.until', { date: format.dateTime(link.expires_at) })}</p>
    </div>
  )
}

interface CopyLinkProps {
  url: string
  expiresAt: string
  preview: FollowedPreview
}

/** Copies the link; from then on it shows the text as it is now until it expires, whatever is written next. */
function CopyLink({ url, expiresAt, preview }: CopyLinkProps) {
  const { t, format } = useTexts()
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()

  async function copy() {
    preview.previewer.keep()
    try {
      await navigator.clipboard.writeText(url)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <>
      <Button variant="default" size="sm" onClick={() => void copy()}>
        {t('preview.copy')}
      </Button>
      <div className={styles.copied} role="status">
        {outcome === 'copied' && <p>{t('preview.copied', { date: format.dateTime(expiresAt) })}</p>}
        {outcome === 'failed' && (
          <>
            <p>{t('preview.copyFailed')}</p>
            <input
              readOnly
              dir="ltr"
              aria-label={t('preview.copy')}
              value={url}
              onFocus={(event) => event.target.select()}
            />
          </>
        )}
      </div>
    </>
  )
}
