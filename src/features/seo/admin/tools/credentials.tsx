import { Link } from 'react-router'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Engine } from '#features/seo/submission/contract.ts'

const names = ['googleServiceAccount', 'yandexToken', 'baiduToken'] as const
const known = (keys: readonly string[]) => names.filter((name) => keys.includes(name))

/** What an engine needs and has not, or with what it could be told more, and how to get it. */
export function Credentials({ engine: { missing, optional } }: { engine: Engine }) {
  const { t } = useTexts()
  const link = <Link to="/admin/settings/seo">{t('submissions.settings')}</Link>
  return (
    <>
      {known(missing).map((name) => (
        <Notice
          key={name}
          title={`${t('submissions.missing')}: ${t(`submissions.credentials.${name}`)}`}
          actions={link}
        >
          {t(`submissions.how.${name}`)}
        </Notice>
      ))}
      {known(optional).map((name) => (
        <Hint key={name}>
          {t('submissions.optional')}: {t(`submissions.credentials.${name}`)}. {t(`submissions.how.${name}`)}{' '}
          {link}
        </Hint>
      ))}
    </>
  )
}
