import { Flex, NativeSelect, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { readLinkAddress } from '#admin/kit/rich-text/link-address.ts'
import { LinkAddressField, LinkWindow } from '#admin/kit/rich-text/link-window.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { directionOf, type Language } from '#shared/languages.ts'
import type { PublicPage } from '#site/contract.ts'
import { publicPages } from '#site/public-pages.ts'
import { findLinkedPage, linkToPage } from './linked-page.ts'

interface LinkDialogProps {
  editor: Editor
  language: Language
  /** Whether a new link is to be drawn as a button. */
  asButton: boolean
  onClose: () => void
}

/** Where a link leads: to a page of the site in the language of the text, or to any other address. */
export function LinkDialog({ editor, language, asButton, onClose }: LinkDialogProps) {
  const { t } = useTexts()
  const [loaded] = useState(() => readSelection(editor))
  const [words, setWords] = useState(loaded.words)
  const [page, setPage] = useState<PublicPage | undefined>(findLinkedPage(loaded.href, language, publicPages))
  const [address, setAddress] = useState(page === undefined ? loaded.href : '')
  const [isButton, setButton] = useState(loaded.isLink ? loaded.isButton : asButton)
  const [fault, setFault] = useState<string>()

  function submit() {
    const read = page === undefined ? readLinkAddress(address) : { href: linkToPage(page, language) }
    if ('fault' in read) return setFault(t(`richText.link.${read.fault}`))
    const attributes = { href: read.href, class: isButton ? 'button' : null }
    const chain = editor.chain().focus()
    const text = words.trim() || (page === undefined ? address.trim() : t(`richText.pages.${page.name}`))
    if (loaded.isLink || !loaded.isEmpty) chain.extendMarkRange('link').setMark('link', attributes).run()
    else chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: attributes }] }).run()
    onClose()
  }

  return (
    <LinkWindow
      editor={editor}
      title={t(isButton ? 'richText.link.buttonTitle' : 'richText.link.title')}
      onSubmit={submit}
      onClose={onClose}
    >
      {!loaded.isLink && loaded.isEmpty && (
        <TextInput
          label={t('richText.link.words')}
          lang={language}
          dir={directionOf(language)}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label={t('richText.link.page')}
        data-autofocus
        value={page?.name ?? ''}
        onChange={({ currentTarget }) => {
          setPage(publicPages.find(({ name }) => name === currentTarget.value))
          setFault(undefined)
        }}
        data={[
          { value: '', label: t('richText.link.otherPage') },
          ...publicPages.map(({ name }) => ({ value: name, label: t(`richText.pages.${name}`) })),
        ]}
      />
      {page === undefined && (
        <LinkAddressField
          hint={t('richText.link.addressHint')}
          value={address}
          fault={fault}
          onChange={(typed) => {
            setAddress(typed)
            setFault(undefined)
          }}
        />
      )}
      <Flex component="label" gap="0.6rem" align="center">
        <input
          type="checkbox"
          checked={isButton}
          onChange={(event) => setButton(event.currentTarget.checked)}
        />
        {t('richText.link.asButton')}
      </Flex>
    </LinkWindow>
  )
}

function readSelection(editor: Editor) {
  const { from, to, empty } = editor.state.selection
  const attributes = editor.getAttributes('link')
  return {
    href: typeof attributes.href === 'string' ? attributes.href : '',
    isLink: editor.isActive('link'),
    isButton: attributes.class === 'button',
    isEmpty: empty,
    words: editor.state.doc.textBetween(from, to, ' '),
  }
}
