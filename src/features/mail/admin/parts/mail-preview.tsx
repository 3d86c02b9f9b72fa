import '#features/mail/admin/templates/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { describeError } from '#admin/kit/api/errors.ts'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { createHtmlPolicy } from '#admin/kit/trusted-types.ts'
import { directionOf, type Language, languageNames } from '#shared/languages.ts'
import { framedMail, type MailTheme } from './mail-document.ts'
import styles from './mail-preview.module.css'

// The result is shown in a sandbox without scripts, under the Content Security Policy of the admin.
const trustFramed = createHtmlPolicy('mail-frame', (html) => html)

interface RenderedMail {
  subject: string
  html: string
  text: string
}

interface MailPreviewProps {
  mail: RenderedMail | undefined
  language: Language
  isMaking?: boolean
  error?: unknown
  onRetry?: () => void
}

const widths = ['phone', 'desk'] as const
const themes = ['light', 'dark'] as const
const formats = ['html', 'text'] as const
type Width = (typeof widths)[number]
type Format = (typeof formats)[number]

/** A mail as its reader sees it: on a phone or a desktop, in light or dark, designed or as plain text. */
export function MailPreview({ mail, language, isMaking = false, error, onRetry }: MailPreviewProps) {
  const { t } = useTexts()
  const [width, setWidth] = useState<Width>('phone')
  const [theme, setTheme] = useState<MailTheme>('light')
  const [format, setFormat] = useState<Format>('html')

  return (
    <section className={styles.preview} aria-label={t('mailPreview.title')} aria-busy={isMaking}>
      <ButtonRow>
        <Segmented
          legend={t('mailPreview.width')}
          options={widths.map((value) => ({ value, label: t(`mailPreview.widths.${value}`) }))}
          value={width}
          onChange={setWidth}
        />
        <Segmented
          legend={t('mailPreview.theme')}
          options={themes.map((value) => ({ value, label: t(`mailPreview.themes.${value}`) }))}
          value={theme}
          onChange={setTheme}
        />
        <Segmented
          legend={t('mailPreview.format')}
          options={formats.map((value) => ({ value, label: t(`mailPreview.formats.${value}`) }))}
          value={format}
          onChange={setFormat}
        />
      </ButtonRow>
      {error !== undefined && error !== null && (
        <Notice
          kind="error"
          actions={
            onRetry && (
              <Button variant="default" size="sm" loading={isMaking} onClick={onRetry}>
                {t('retry')}
              </Button>
            )
          }
        >
          {t('mailPreview.failed', { reason: describeError(error, t) })}
        </Notice>
      )}
      {!mail && !error && <Hint role="status">{t('mailPreview.making')}</Hint>}
      {mail && <MailContent mail={mail} language={language} width={width} theme={theme} format={format} />}
    </section>
  )
}

interface MailContentProps {
  mail: RenderedMail
  language: Language
  width: Width
  theme: MailTheme
  format: Format
}

function MailContent({ mail, language, width, theme, format }: MailContentProps) {
  const { t } = useTexts()
  const nonce = document.getElementById('admin')?.dataset.nonce ?? ''
  return (
    <>
      <Facts
        layout="inline"
        facts={[
          {
            name: t('mailPreview.subject'),
            value: (
              <b lang={language} dir={directionOf(language)}>
                {mail.subject}
              </b>
            ),
          },
        ]}
      />
      {format === 'html' ? (
        <div className={styles.room}>
          <iframe
            // A changed document needs a new frame.
            key={theme}
            srcDoc={trustFramed(framedMail(mail.html, { nonce, theme }))}
            sandbox=""
            title={t('mailPreview.frame', { language: languageNames[language] })}
            className={styles.frame}
            data-width={width}
          />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <pre className={styles.text} lang={language} dir={directionOf(language)} tabIndex={0}>
          {mail.text}
        </pre>
      )}
    </>
  )
}
