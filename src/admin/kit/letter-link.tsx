import { Button, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
// For the types of its commands.
import type {} from '@tiptap/starter-kit'
import { type FormEvent, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { linkAddress } from './letter-extensions.ts'
import styles from './screen.module.css'
import { useTexts } from './text-context.tsx'

/** Where a link of a letter leads. */
export function LetterLink({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTexts()
  const isLink = editor.isActive('link')
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? ''))
  const [isRefused, setRefused] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    // The window's form is drawn within the form of the screen, as React sees it.
    event.stopPropagation()
    const typed = address.trim()
    const href = /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(typed) ? typed : `https://${typed}`
    if (typed === '' || !linkAddress.test(href)) return setRefused(true)
    const chain = editor.chain().focus()
    if (isLink || !editor.state.selection.empty) chain.extendMarkRange('link').setLink({ href }).run()
    else chain.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }).run()
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={t('richText.link.title')}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('richText.link.address')}
          type="text"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          data-autofocus
          value={address}
          error={isRefused && t('richText.link.malformed')}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            setRefused(false)
          }}
        />
        <div className={styles.choices}>
          <Button type="submit">{t('richText.link.apply')}</Button>
          {isLink && (
            <Button
              variant="default"
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetLink().run()
                onClose()
              }}
            >
              {t('richText.link.remove')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
