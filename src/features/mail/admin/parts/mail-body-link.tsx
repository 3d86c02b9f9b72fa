import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { readLinkAddress } from '#admin/kit/rich-text/link-address.ts'
import { LinkAddressField, LinkWindow } from '#admin/kit/rich-text/link-window.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { linkAddress } from './mail-body-addresses.ts'

/** The dialog for the address of a link: of words, or of a selected picture. */
export function MailBodyLink({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTexts()
  const [kind] = useState(editor.isActive('picture') ? 'picture' : 'link')
  const [address, setAddress] = useState(String(editor.getAttributes(kind).href ?? ''))
  const [fault, setFault] = useState<string>()

  function submit() {
    const read = readLinkAddress(address)
    if ('fault' in read) return setFault(t(`richText.link.${read.fault}`))
    const { href } = read
    if (!linkAddress.test(href)) return setFault(t('richText.link.malformed'))
    const chain = editor.chain().focus()
    if (kind === 'picture') chain.updateAttributes('picture', { href }).run()
    else if (editor.isActive('link') || !editor.state.selection.empty)
      chain.extendMarkRange('link').setLink({ href }).run()
    else {
      const marks = [{ type: 'link', attrs: { href } }]
      chain.insertContent({ type: 'text', text: address.trim(), marks }).run()
    }
    onClose()
  }

  return (
    <LinkWindow
      editor={editor}
      title={t('richText.link.title')}
      onSubmit={submit}
      onClose={onClose}
      {...(isLinkedPicture(editor) && {
        onRemove: () => editor.chain().focus().updateAttributes('picture', { href: null }).run(),
      })}
    >
      <LinkAddressField
        autoFocus
        value={address}
        fault={fault}
        onChange={(typed) => {
          setAddress(typed)
          setFault(undefined)
        }}
      />
    </LinkWindow>
  )
}

const isLinkedPicture = (editor: Editor) =>
  editor.isActive('picture') && typeof editor.getAttributes('picture').href === 'string'
