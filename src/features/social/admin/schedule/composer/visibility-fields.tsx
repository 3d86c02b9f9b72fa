import { NativeSelect } from '@mantine/core'
import { Choices } from '#admin/kit/form/choices.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import { useTargets } from '#features/social/admin/schedule/use-posts.ts'
import styles from './composer.module.css'
import { changeVariant, filesFor, variantOf } from './composition.ts'
import type { Composing } from './use-composer.ts'
import { listPermissions, listPrivacyOptions, permissionTexts, readAllowed } from './visibility.ts'

interface VisibilityFieldsProps {
  composer: Composing
  account: SocialAccount
  error: string | undefined
}

const musicTerms = 'https://www.tiktok.com/legal/page/global/music-usage-confirmation/en'

/** Who sees a post of TikTok and what they may do with it, which TikTok wants a person to choose, without a default. */
export function VisibilityFields({ composer, account, error }: VisibilityFieldsProps) {
  const { t } = useTexts()
  const { composition } = composer
  const { target } = variantOf(composition, account.id)
  const privacy = useTargets({ accountId: account.id, field: 'privacy', chosen: {} }, true)
  const allowed = useTargets({ accountId: account.id, field: 'allowed', chosen: {} }, true)
  const chosen = target.privacy ?? ''
  const isOffered = chosen === '' || (privacy.data?.some(({ id }) => id === chosen) ?? true)
  const hasVideo = filesFor(composition, account.id).some(({ kind }) => kind === 'video')
  const { values, unavailable } = listPermissions(allowed.data, hasVideo)
  const change = (name: string, value: string) =>
    composer.change((before) => {
      const others = variantOf(before, account.id).target
      return changeVariant(before, account.id, { target: { ...others, [name]: value } })
    })
  return (
    <div className={styles.visibility}>
      <NativeSelect
        size="md"
        label={t('targets.tiktok.privacy')}
        rightSection={<ChevronIcon />}
        data={listPrivacyOptions(privacy.data, chosen, t)}
        value={chosen}
        error={isOffered ? error : t('faults.tiktok_privacy')}
        onChange={({ currentTarget }) => change('privacy', currentTarget.value)}
      />
      {privacy.isError && <LoadFailure query={privacy} />}
      <Choices
        legend={t('targets.tiktok.allowed')}
        {...{ values, unavailable }}
        chosen={readAllowed(target.allowed).filter((one) => !unavailable.includes(one))}
        label={(one) => t(permissionTexts[one])}
        onChange={(chosen) => change('allowed', chosen.join(' '))}
      />
      {allowed.isSuccess && unavailable.length > 0 && <Hint>{t('targets.tiktok.turnedOff')}</Hint>}
      <Hint>
        <OutwardLink to={musicTerms}>{t('targets.tiktok.music')}</OutwardLink>
      </Hint>
    </div>
  )
}
