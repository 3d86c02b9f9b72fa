import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { StateMark } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SocialPlatform } from '#features/social/accounts/contract.ts'
import styles from './accounts.module.css'
import { listCapabilities } from './capabilities.ts'
import { rulesOf } from './platform-rules.ts'

/** What the interface of a platform allows and what it asks for, folded under its label. */
export function CapabilityList({ platform }: { platform: SocialPlatform }) {
  const { t } = useTexts()
  return (
    <details className={styles.allows}>
      <summary>{t('accounts_screen.allows.title')}</summary>
      <ul>
        {listCapabilities(platform).map(({ name, is, isBurden }) => (
          <li key={name}>
            <StateMark symbol={isBurden ? 'begun' : is ? 'done' : 'none'} />
            {t(`accounts_screen.allows.${name}.${is ? 'yes' : 'no'}`)}
          </li>
        ))}
      </ul>
      <p>{t(`platforms.${platform.id}.note`)}</p>
      <OutwardLink to={rulesOf[platform.id]}>
        {t('accounts_screen.rules', { platform: platform.name })}
      </OutwardLink>
    </details>
  )
}
