import './texts.ts'
import { Link } from 'react-router'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { StateMark } from '#features/mail/admin/messages/state-mark.tsx'
import type { TemplateEntry } from '#features/mail/contract.ts'
import { languageNames, languages } from '#shared/languages.ts'
import styles from './templates.module.css'
import { useTemplates } from './use-templates.ts'

/** Every mail that goes by itself, and where its text stands in every language. */
export function TemplatesScreen() {
  const { t } = useTexts()
  const templates = useTemplates()
  return (
    <>
      <ScreenHeading title={t('screens.emailTemplates')} intro={t('emailTemplates.intro')} />
      {templates.isError && !templates.data && (
        <LoadFailure query={templates} describe={(reason) => t('emailTemplates.failed', { reason })} />
      )}
      {templates.isPending && <LoadingLines />}
      <ul className={styles.list}>
        {templates.data?.map((entry) => (
          <Row key={entry.kind} entry={entry} />
        ))}
      </ul>
    </>
  )
}

function Row({ entry: { kind, languages: states } }: { entry: TemplateEntry }) {
  const { t, format, language: uiLanguage } = useTexts()
  const path = `/admin/email/templates/${kind}`
  return (
    <li className={styles.row}>
      <div>
        <Link className={styles.name} to={`${path}?language=${uiLanguage}`}>
          {t(`emailTemplates.kinds.${kind}.name`)}
        </Link>
        <p className={styles.when}>{t(`emailTemplates.kinds.${kind}.when`)}</p>
      </div>
      <ul className={styles.languages}>
        {languages.map((code) => {
          const { edited, version, updated_at } = states[code]
          const label = t(edited ? 'emailTemplates.state.edited' : 'emailTemplates.state.builtIn', {
            language: languageNames[code],
            version,
            date: updated_at ? format.date(updated_at) : '',
          })
          return (
            <li key={code}>
              <Link to={`${path}?language=${code}`} title={label}>
                <StateMark isEdited={edited} />
                <span>{code}</span>
                <span className={styles.hidden}>{label}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </li>
  )
}
