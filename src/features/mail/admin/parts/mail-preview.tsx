import '#features/mail/admin/templates/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { describeError } from '#admin/kit/api/errors.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { createHtmlPolicy } from '#admin/kit/trusted-types.ts'
import { directionOf, type Language, languageNames } from '#shared/languages.ts'
import { framedMail, type MailTheme } from './mail-document.ts'
import styles from './mail-preview.module.css'

// What this lets through is shown in a sandbox, where no script runs, under the policy of the admin.
const trustFramed = createHtmlPolicy('mail-frame', (html) => html)

interface MailPreviewProps {
  mail: { subject: string; html: string; text: string } | undefined
  language: Language
  isMaking?: boolean
  error?: unknown
  onRetry?: () => void
}

const widths = ['phone', 'desk'] as const
const themes = ['light', 'dark'] as const
const formats = ['html', 'text'] as const

/** A mail as its reader sees it: on a phone or a desk, by day or by night, with its design or as text. */
export function MailPreview({ mail, language, isMaking = false, error, onRetry }: MailPreviewProps) {
  const { t } = useTexts()
  const [width, setWidth] = useState<(typeof widths)[number]>('phone')
  const [theme, setTheme] = useState<MailTheme>('light')
  const [format, setFormat] = useState<(typeof formats)[number]>('html')
  const nonce = document.getElementById('admin')?.dataset.nonce ?? ''

  return (
    <section className={styles.preview} aria-label={t('mailPreview.title')} aria-busy={isMaking}>
      <div className={styles.switches}>
        <Switch name="width" values={widths} value={width} onChoose={setWidth} />
        <Switch name="theme" values={themes} value={theme} onChoose={setTheme} />
        <Switch name="format" values={formats} value={format} onChoose={setFormat} />
      </div>
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
      {!mail && !error && (
        <p className={styles.making} role="status">
          {t('mailPreview.making')}
        </p>
      )}
      {mail && (
        <>
          <p className={styles.subject}>
            <span>{t('mailPreview.subject')}</span>
            <b lang={language} dir={directionOf(language)}>
              {mail.subject}
            </b>
          </p>
          {format === 'html' ? (
            <div className={styles.room}>
              <iframe
                // A frame takes what has changed in it only as a whole.
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
      )}
    </section>
  )
}

interface SwitchProps<Value extends string> {
  name: 'width' | 'theme' | 'format'
  values: readonly Value[]
  value: Value
  onChoose: (value: Value) => void
}

function Switch<Value extends 'phone' | 'desk' | 'light' | 'dark' | 'html' | 'text'>(
  props: SwitchProps<Value>,
) {
  const { name, values, value, onChoose } = props
  const { t } = useTexts()
  const words = {
    phone: t('mailPreview.widths.phone'),
    desk: t('mailPreview.widths.desk'),
    light: t('mailPreview.themes.light'),
    dark: t('mailPreview.themes.dark'),
    html: t('mailPreview.formats.html'),
    text: t('mailPreview.formats.text'),
  }
  return (
    <fieldset className={styles.switch}>
      <legend>{t(`mailPreview.${name}`)}</legend>
      {values.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={`mail-preview-${name}`}
            checked={one === value}
            onChange={() => onChoose(one)}
          />
          {words[one]}
        </label>
      ))}
    </fieldset>
  )
}
