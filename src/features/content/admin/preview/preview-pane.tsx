import { Box, Button, Flex, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { TextFields } from '#features/content/admin/drafts/edits.ts'
import { EditorPanel } from '#features/content/admin/panels/editor-panel.tsx'
import type { PreviewLink } from '#features/previews/contract.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import styles from './preview.module.css'
import { PreviewFrame } from './preview-frame.tsx'
import { type PreviewWidth, previewWidths } from './preview-scale.ts'
import { describePreviewError, type FollowedPreview } from './use-previewer.ts'

/** The layout of a line of tools. */
const line = { wrap: 'wrap', gap: '0.5rem 1rem', align: 'center', justify: 'space-between' } as const

interface PreviewPaneProps {
  language: Language
  fields: TextFields
  preview: FollowedPreview
  onClose: () => void
}

/** The page with the unsaved text, beside the editor. */
export function PreviewPane({ language, fields, preview, onClose }: PreviewPaneProps) {
  const { t, format } = useTexts()
  const { made, isMaking, error, previewer } = preview
  const [width, setWidth] = useState<PreviewWidth>('phone')
  const status = () => {
    if (isMaking) return t('preview.making')
    return made ? t('preview.ready') : ''
  }
  return (
    <EditorPanel
      name="preview"
      title={t('preview.open')}
      label={t('preview.title', { language: languageNames[language] })}
      language={language}
      size={width}
      closeLabel={t('preview.close')}
      onClose={onClose}
    >
      <Flex {...line}>
        <Segmented
          legend={t('preview.width')}
          options={previewWidths.map((value) => ({ value, label: t(`preview.widths.${value}`) }))}
          value={width}
          onChange={setWidth}
        />
        <Button variant="default" size="sm" loading={isMaking} onClick={previewer.refresh}>
          {t('preview.refresh')}
        </Button>
      </Flex>
      {error !== undefined && (
        <Notice
          kind="error"
          actions={
            <Button variant="default" size="sm" loading={isMaking} onClick={previewer.refresh}>
              {t('retry')}
            </Button>
          }
        >
          {t('preview.failed', { reason: describePreviewError(error, { t, format, fields }) })}
        </Notice>
      )}
      <PreviewFrame language={language} url={made?.link.url} width={width} onRetry={previewer.refresh} />
      <Box component="p" mih="1.2rem" my="-0.35rem" c="dimmed" fz="0.8125rem" role="status">
        {status()}
      </Box>
      {made && <PreviewFoot link={made.link} preview={preview} />}
    </EditorPanel>
  )
}

/** The link to the preview, to copy or to open in another window. */
function PreviewFoot({ link, preview }: { link: PreviewLink; preview: FollowedPreview }) {
  const { t, format } = useTexts()
  return (
    <Flex className={styles.foot ?? ''} {...line}>
      <CopyLink key={link.url} url={link.url} expiresAt={link.expires_at} preview={preview} />
      <OutwardLink
        to={link.url}
        aria-label={t('opensInNewTab', { label: t('preview.newTab') })}
        // The link is open in another window and must remain valid when the text changes.
        onClick={preview.previewer.keepLink}
      >
        {t('preview.newTab')}
      </OutwardLink>
      <p className={styles.until}>{t('preview.until', { date: format.dateTime(link.expires_at) })}</p>
    </Flex>
  )
}

interface CopyLinkProps {
  url: string
  expiresAt: string
  preview: FollowedPreview
}

/** Copies the link, which from then on shows the current text until it expires. */
function CopyLink({ url, expiresAt, preview }: CopyLinkProps) {
  const { t, format } = useTexts()
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()

  async function copy() {
    preview.previewer.keepLink()
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
            <TextInput
              readOnly
              size="sm"
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
