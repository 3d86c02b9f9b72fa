import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { readLinkAddress } from '#admin/kit/rich-text/link-address.ts'
import { LinkAddressField, LinkWindow } from '#admin/kit/rich-text/link-window.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { linkAddress } from './mail-body-extensions.ts'

/** The dialog for the address of a link. */
export function MailBodyLink({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTexts()
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? ''))
  const [fault, setFault] = useState<string>()

  function submit() {
    const read = readLinkAddress(address)
    if ('fault' in read) return setFault(t(`richText.link.${read.fault}`))
    const { href } = read
    if (!linkAddress.test(href)) return setFault(t('richText.link.malformed'))
    const chain = editor.chain().focus()
    if (editor.isActive('link') || !editor.state.selection.empty)
      chain.extendMarkRange('link').setLink({ href }).run()
    else {
      const marks = [{ type: 'link', attrs: { href } }]
      chain.insertContent({ type: 'text', text: address.trim(), marks }).run()
    }
    onClose()
  }

  return (
    <LinkWindow editor={editor} title={t('richText.link.title')} onSubmit={submit} onClose={onClose}>
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
