import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { MailText, Template } from '#features/mail/contract.ts'
import styles from './templates.module.css'

interface TemplateVersionsProps {
  template: Template
  canEdit: boolean
  onTake: (text: MailText, version: number) => void
}

/** What the text said before; what is taken from there comes into the editor and is not in force until it is saved. */
export function TemplateVersions({ template, canEdit, onTake }: TemplateVersionsProps) {
  const { t, format } = useTexts()
  const { versions, built_in: builtIn } = template
  return (
    <section className={styles.versions}>
      <h2>{t('emailTemplates.versions.title')}</h2>
      {versions.length === 0 && <p className={styles.absent}>{t('emailTemplates.versions.none')}</p>}
      <ol>
        {versions.map(({ version, text, author, created_at }, at) => (
          <li key={version}>
            <span>
              <b>{t('emailTemplates.versions.item', { version })}</b>
              {text === null && <span className={styles.tag}>{t('emailTemplates.versions.builtIn')}</span>}
            </span>
            <span>
              {t('emailTemplates.versions.meta', {
                author: author ?? t('emailTemplates.versions.nobody'),
                date: format.dateTime(created_at),
              })}
            </span>
            {canEdit && at > 0 && (
              <button
                type="button"
                aria-label={t('emailTemplates.versions.takeNamed', { version })}
                onClick={() => onTake(text ?? builtIn, version)}
              >
                {t('emailTemplates.versions.take')}
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
