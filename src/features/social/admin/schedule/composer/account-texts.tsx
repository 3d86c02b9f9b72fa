import '@mantine/core/styles/Tabs.layer.css'
import { Tabs, Textarea } from '@mantine/core'
import { autoDirection } from '#admin/kit/form/auto-direction.ts'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { StateMark } from '#admin/kit/state-mark.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import { describeFault } from '#features/social/admin/parts/stored-reason.ts'
import { platformNames } from '#features/social/contract.ts'
import styles from './composer.module.css'
import { changeText, changeVariant, isDetached, roomFor, textFor } from './composition.ts'
import { faultsAt } from './faults.ts'
import { PostFields } from './post-fields.tsx'
import type { Composing } from './use-composer.ts'

/** What each of the chosen accounts says: one text until an account says something else. */
export function AccountTexts({ composer }: { composer: Composing }) {
  const { t } = useTexts()
  const { chosen, shown } = composer
  if (!shown) return <TextField composer={composer} account={undefined} />
  if (chosen.length === 1) return <AccountPart composer={composer} account={shown} />
  return (
    <Tabs value={shown.id} onChange={(id) => composer.show(id ?? undefined)} keepMounted={false}>
      <Tabs.List className={styles.tabs ?? ''} aria-label={t('composer.text.tabs')}>
        {chosen.map((account) => (
          <AccountTab key={account.id} composer={composer} account={account} />
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.id} className={styles.tabPanel ?? ''}>
        <AccountPart key={shown.id} composer={composer} account={shown} />
      </Tabs.Panel>
    </Tabs>
  )
}

interface AccountPartProps {
  composer: Composing
  account: SocialAccount
}

function AccountTab({ composer, account }: AccountPartProps) {
  const { t, format } = useTexts()
  const faults = composer.faults.get(account.id)?.length ?? 0
  const showsFaults = faults > 0 && (composer.showsGaps || textFor(composer.composition, account.id) !== '')
  return (
    <Tabs.Tab value={account.id} className={styles.tab ?? ''}>
      <span>{platformNames[account.platform]}</span>
      {showsFaults && (
        <span className={styles.tabFault}>
          <StateMark symbol="attention" />
          <VisuallyHidden>{t('composer.text.faults', { number: format.number(faults) })}</VisuallyHidden>
        </span>
      )}
      <Detail>
        <bdi>{account.account_name}</bdi>
      </Detail>
    </Tabs.Tab>
  )
}

function AccountPart({ composer, account }: AccountPartProps) {
  return (
    <div className={styles.part}>
      <PostFields composer={composer} account={account} />
      <TextField composer={composer} account={account} />
      {composer.chosen.length > 1 && <Attachment composer={composer} account={account} />}
    </div>
  )
}

function TextField({ composer, account }: { composer: Composing; account: SocialAccount | undefined }) {
  const { t, format } = useTexts()
  const { composition } = composer
  const value = account ? textFor(composition, account.id) : composition.text
  const found = account ? (composer.faults.get(account.id) ?? []) : []
  // What is only not written yet is said once somebody wants to schedule it.
  const faults = faultsAt(found, 'text').filter(
    ({ code }) => composer.showsGaps || (code !== 'text_required' && code !== 'text_too_short'),
  )
  const name = account && isolateWords(account.account_name)
  return (
    <div>
      <Textarea
        size="md"
        label={
          account && composer.chosen.length > 1
            ? t('composer.text.labelOf', { account: name ?? '' })
            : t('composer.text.label')
        }
        ref={autoDirection}
        autosize
        minRows={5}
        maxRows={20}
        value={value}
        error={faults.length > 0 && faults.map((fault) => describeFault(fault, t, format.number)).join(' ')}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value
          composer.change((before) => changeText(before, account?.id, text))
        }}
      />
      {account && <Room composer={composer} account={account} />}
    </div>
  )
}

/** How much more the account may say, as its platform counts. */
function Room({ composer, account }: AccountPartProps) {
  const { t, format } = useTexts()
  const left = roomFor(composer.composition, account, composer.siteOrigin)
  return (
    <Hint isError={left < 0} className={styles.room} data-over={left < 0 || undefined} aria-live="off">
      {platformNames[account.platform]} ·{' '}
      {t(left < 0 ? 'composer.text.over' : 'composer.text.left', { number: format.number(Math.abs(left)) })}
    </Hint>
  )
}

/** Whether the account says the same as the others, and the button that changes it. */
function Attachment({ composer, account }: AccountPartProps) {
  const { t, format } = useTexts()
  const { composition, chosen } = composer
  const isOwn = isDetached(composition, account.id)
  const same = chosen.filter(({ id }) => !isDetached(composition, id))
  const names = same.map(({ platform, account_name }) =>
    isolateWords(`${platformNames[platform]} (${account_name})`),
  )
  const toggle = () =>
    composer.change((before) =>
      changeVariant(before, account.id, {
        text: isDetached(before, account.id) ? null : textFor(before, account.id),
      }),
    )
  return (
    <div className={styles.attachment}>
      <Hint>
        {isOwn
          ? t('composer.text.own', { account: isolateWords(account.account_name) })
          : t('composer.text.shared', { list: format.list(names) })}
      </Hint>
      <TextButton onClick={toggle}>{t(isOwn ? 'composer.text.attach' : 'composer.text.detach')}</TextButton>
    </div>
  )
}
