import '@mantine/core/styles/Combobox.layer.css'
import { Autocomplete, TextInput } from '@mantine/core'
import { autoDirection } from '#admin/kit/form/auto-direction.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { TextKey } from '#admin/kit/texts/texts.ts'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import { describeFault } from '#features/social/admin/parts/stored-reason.ts'
import { useTargets } from '#features/social/admin/schedule/use-posts.ts'
import type { TargetField } from '#features/social/limits/contract.ts'
import type { LimitFault } from '#features/social/limits/model.ts'
import { platformLimits } from '#features/social/platforms/model.ts'
import { matchesQuery } from '#shared/fold-text.ts'
import styles from './composer.module.css'
import { changeVariant, showsTitle, variantOf } from './composition.ts'
import { faultsAt } from './faults.ts'
import type { Composing } from './use-composer.ts'
import { VisibilityFields } from './visibility-fields.tsx'

interface PostFieldsProps {
  composer: Composing
  account: SocialAccount
}

/** What a platform needs to know beside the text: where a post goes, and its title. */
export function PostFields({ composer, account }: PostFieldsProps) {
  const { t, format } = useTexts()
  const { targets } = platformLimits[account.platform]
  const hasTitle = showsTitle(composer.composition, account)
  const faults = composer.faults.get(account.id) ?? []
  const errorOf = (field: string) => {
    const found = faultsAt(faults, field).filter((fault) => composer.showsGaps || !isGap(fault))
    return found.map((fault) => describeFault(named(fault), t, format.number)).join(' ') || undefined
  }
  if (!hasTitle && targets.length === 0) return null
  return (
    <div className={styles.fields}>
      {account.platform === 'tiktok' ? (
        <VisibilityFields {...{ composer, account }} error={errorOf('target.privacy')} />
      ) : (
        targets.map((field) => (
          <TargetInput
            key={field.name}
            {...{ composer, account, field }}
            error={errorOf(`target.${field.name}`)}
          />
        ))
      )}
      {hasTitle && (
        <TextInput
          size="md"
          label={t('composer.post.title')}
          ref={autoDirection}
          value={variantOf(composer.composition, account.id).title}
          error={errorOf('title')}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget
            composer.change((before) => changeVariant(before, account.id, { title: value }))
          }}
        />
      )}
    </div>
  )
}

/** Beside the field for the title, `text` would be another one. */
const named = (fault: LimitFault): LimitFault =>
  fault.field === 'title' && fault.code === 'text_required' ? { ...fault, code: 'target_required' } : fault

const isGap = ({ code }: LimitFault) =>
  code === 'text_required' || code === 'text_too_short' || code === 'target_required'

const labels: Readonly<Record<string, { label: TextKey; hint: TextKey }>> = {
  repository: { label: 'targets.github.repository', hint: 'targets.hints.repository' },
  category: { label: 'targets.github.category', hint: 'targets.hints.category' },
  subreddit: { label: 'targets.reddit.subreddit', hint: 'targets.hints.subreddit' },
  flair: { label: 'targets.reddit.flair', hint: 'targets.hints.flair' },
  tags: { label: 'targets.stackoverflow.tags', hint: 'targets.hints.tags' },
}

/** The target fields whose values the platform lists only once another one is chosen. */
const dependsOn: Readonly<Record<string, string>> = { category: 'repository', flair: 'subreddit' }

interface TargetInputProps extends PostFieldsProps {
  field: TargetField
  error: string | undefined
}

/** A field for a target: people type, or choose what the platform lists. */
function TargetInput({ composer, account, field: { name }, error }: TargetInputProps) {
  const { t } = useTexts()
  const { target } = variantOf(composer.composition, account.id)
  const needed = dependsOn[name]
  const neededValue = needed ? (target[needed] ?? '').trim() : ''
  const query = useTargets(
    { accountId: account.id, field: name, chosen: needed ? { [needed]: neededValue } : {} },
    // Tags are typed alone.
    name !== 'tags' && account.mode === 'automatic' && (!needed || neededValue !== ''),
  )
  const listed = query.data ?? []
  const value = target[name] ?? ''
  const shown = listed.find(({ id }) => id === value)?.name ?? value
  const texts = labels[name]
  const names = [...new Set(listed.map((one) => one.name))]
  function change(typed: string) {
    const chosen = listed.find((one) => one.name === typed)?.id ?? typed
    composer.change((before) => {
      const others = variantOf(before, account.id).target
      return changeVariant(before, account.id, { target: { ...others, [name]: chosen } })
    })
  }
  return (
    <Autocomplete
      size="md"
      label={texts ? t(texts.label) : name}
      description={query.isError ? t('composer.post.listFailed') : texts && t(texts.hint)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      comboboxProps={{ withinPortal: false, offset: -1 }}
      withScrollArea={false}
      classNames={{ dropdown: styles.dropdown ?? '', options: styles.options ?? '' }}
      ref={autoDirection}
      autoComplete="off"
      spellCheck={false}
      data={names}
      limit={50}
      filter={({ options, search }) =>
        // A chosen value is no reason to hide the others.
        names.includes(search)
          ? options
          : options.filter((one) => 'label' in one && matchesQuery(String(one.label), search))
      }
      value={shown}
      error={error}
      onChange={change}
    />
  )
}
