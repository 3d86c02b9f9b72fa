import { Box, Button, Flex } from '@mantine/core'
import { useState } from 'react'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { TextFields } from '#features/content/admin/drafts/edits.ts'
import { EditorPanel } from '#features/content/admin/panels/editor-panel.tsx'
import { previewHours } from '#features/previews/contract.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import styles from './preview.module.css'
import { PreviewFrame } from './preview-frame.tsx'
import { type PreviewWidth, previewWidths } from './preview-scale.ts'
import type { MadePreview } from './previewer.ts'
import { ShareLink } from './share-link.tsx'
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
    return made && error === undefined ? t('preview.ready') : ''
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
      {made && <PreviewFoot made={made} preview={preview} />}
    </EditorPanel>
  )
}

/** A link to hand out, and the preview in another window. */
function PreviewFoot({ made: { link, text }, preview }: { made: MadePreview; preview: FollowedPreview }) {
  const { t } = useTexts()
  const [hours, setHours] = useState<number>(previewHours)
  return (
    <Flex className={styles.foot ?? ''} {...line}>
      <ShareLink text={text} hours={hours} onChoose={setHours} />
      <OutwardLink
        to={link.url}
        aria-label={t('opensInNewTab', { label: t('preview.newTab') })}
        // The link is open in another window and must remain valid when the text changes.
        onClick={preview.previewer.keepLink}
      >
        {t('preview.newTab')}
      </OutwardLink>
    </Flex>
  )
}
