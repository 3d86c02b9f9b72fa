import '#admin/kit/rich-text/texts.ts'
import './rich-text-styles.ts'
import { Flex } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, EditorContent, useEditorState } from '@tiptap/react'
import frame from '#admin/kit/rich-text/editor.module.css'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { PictureDialog } from '#features/content/admin/parts/picture-dialog.tsx'
import type { Language } from '#shared/languages.ts'
import { LinkDialog } from './link-dialog.tsx'
import { adoptPageStyles, pageClass } from './page-styles.ts'
import styles from './rich-text.module.css'
import { SlashMenu } from './slash-menu.tsx'
import { TextToolbar } from './text-toolbar.tsx'
import { type RichTextProps, useRichText } from './use-rich-text.ts'
import { countWords } from './word-count.ts'

adoptPageStyles()

/** A text with its formatting. It is a chunk of its own, fetched when a text is opened. */
export function RichText(props: RichTextProps) {
  const { t } = useTexts()
  const { language, readOnly = false } = props
  const { editor, open, windows, close, putPicture } = useRichText(props)
  return (
    <RichTextEditor
      editor={editor}
      withTypographyStyles={false}
      className={frame.root ?? ''}
      data-read-only={readOnly || undefined}
    >
      {!readOnly && <TextToolbar editor={editor} windows={windows} />}
      <div
        className={`${styles.sheet} ${pageClass}`}
        lang={language}
        style={
          { '--caption-hint': JSON.stringify(t('richText.picture.captionHint')) } as Record<string, string>
        }
      >
        <EditorContent editor={editor} className={`${frame.content} ${styles.content}`} />
        {!readOnly && <SlashMenu editor={editor} windows={windows} />}
      </div>
      {!readOnly && <WordCount editor={editor} language={language} />}
      {open?.kind === 'link' && (
        <LinkDialog editor={editor} language={language} asButton={open.asButton} onClose={close} />
      )}
      {open?.kind === 'picture' && (
        <PictureDialog
          language={language}
          {...(open.changed && { changed: open.changed })}
          {...(open.file && { file: open.file })}
          onChoose={putPicture}
          onClose={close}
        />
      )}
    </RichTextEditor>
  )
}

function WordCount({ editor, language }: { editor: Editor; language: Language }) {
  const { t, format } = useTexts()
  const count = useEditorState({
    editor,
    selector: ({ editor: one }) =>
      countWords(one.state.doc.textBetween(0, one.state.doc.content.size, '\n', ' '), language),
  })
  return (
    <Flex
      component="p"
      className={styles.foot ?? ''}
      wrap="wrap"
      gap="0.25rem 1.5rem"
      justify="space-between"
      c="dimmed"
      fz="0.8125rem"
    >
      <span>{t('richText.words', { count, shown: format.number(count) })}</span>
      <span>{t('richText.slashHint')}</span>
    </Flex>
  )
}
