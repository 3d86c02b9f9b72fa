import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form } from '#admin/kit/form/form.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { SocialPost } from '#features/social/posts/contract.ts'
import { usePostActions } from './use-posts.ts'

interface PublishedFormProps {
  post: SocialPost
  onDone?: () => void
  /** Beside the button that submits. */
  actions?: ReactNode
}

const isWebAddress = (text: string) => /^https?:\/\/\S+\.\S+$/i.test(text.trim())

/** The address of a post that a person has published or found. */
export function PublishedForm({ post, onDone, actions }: PublishedFormProps) {
  const { t } = useTexts()
  const toasts = useToasts()
  const { notePublished } = usePostActions()
  return (
    <Form
      initial={{ url: '' }}
      validate={{ url: (value) => (isWebAddress(value) ? null : t('alerts.published.invalid')) }}
      send={async ({ url }) => {
        await notePublished(post.id, url.trim())
        toasts.show('success', t('alerts.published.done'))
        onDone?.()
      }}
      submit={t('alerts.published.confirm')}
      actions={actions}
    >
      {(form) => (
        <TextInput
          data-autofocus
          type="url"
          label={t('alerts.published.url')}
          autoComplete="off"
          dir="ltr"
          maxLength={2000}
          errorProps={{ role: 'alert' }}
          {...form.getInputProps('url')}
        />
      )}
    </Form>
  )
}
