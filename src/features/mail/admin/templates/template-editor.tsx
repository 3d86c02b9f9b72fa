import { Button, Input, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useLanguageLimit } from '#admin/kit/api/own-language.ts'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { ResetDialog } from '#features/mail/admin/messages/reset-dialog.tsx'
import { MailPreview } from '#features/mail/admin/parts/mail-preview.tsx'
import type { Template } from '#features/mail/contract.ts'
import { isSecurityTemplate, mailVariables } from '#features/mail/model.ts'
import { mailPermissions } from '#features/mail/permissions.ts'
import { directionOf } from '#shared/languages.ts'
import { TemplateVersions } from './template-versions.tsx'
import { TestMailDialog } from './test-mail-dialog.tsx'
import type { Draft } from './use-drafts.ts'
import { type TemplateEditing, type TemplateEditorProps, useTemplateEditor } from './use-template-editor.ts'

const MailBodyEditor = lazy(async () => ({
  default: (await import('#features/mail/admin/parts/mail-body-editor.tsx')).MailBodyEditor,
}))

/** The editor of a template in one language, with a preview of the mail. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { template, draft } = props
  const editor = useTemplateEditor(props)
  const { newer, failure, canEdit, preview, open, close } = editor
  return (
    <>
      <Columns>
        <Stack>
          {newer !== undefined && <StaleNotice editor={editor} newer={newer} />}
          {failure && newer === undefined && <Notice kind="error">{failure}</Notice>}
          <Fields editor={editor} template={template} />
          <TemplateVersions template={template} canEdit={canEdit} onTake={editor.take} />
        </Stack>
        <MailPreview
          mail={preview.data}
          language={template.language}
          isMaking={preview.isFetching}
          error={preview.error}
          onRetry={() => void preview.refetch()}
        />
      </Columns>
      <EditorBar editor={editor} template={template} draft={draft} />
      {open === 'testMail' && <TestMailDialog send={editor.sendTestMail} onClose={close} />}
      <ResetDialog opened={open === 'reset'} onClose={close} onConfirm={editor.resetText} />
    </>
  )
}

function StaleNotice({ editor, newer }: { editor: TemplateEditing; newer: number }) {
  const { t } = useTexts()
  return (
    <Notice
      kind="error"
      title={t('emailTemplates.stale.title')}
      actions={
        <>
          <Button variant="default" loading={editor.isBusy} onClick={() => editor.save(newer)}>
            {t('emailTemplates.stale.keep')}
          </Button>
          <Button variant="default" onClick={editor.load}>
            {t('emailTemplates.stale.load')}
          </Button>
        </>
      }
    >
      {t('emailTemplates.stale.text', { version: newer })}
    </Notice>
  )
}

function Fields({ editor, template }: { editor: TemplateEditing; template: Template }) {
  const { t } = useTexts()
  const field = (name: 'subject' | 'preheader' | 'action') => ({
    label: t(`emailTemplates.fields.${name}`),
    value: editor.text[name],
    lang: template.language,
    dir: directionOf(template.language),
    readOnly: !editor.canEdit,
    error: editor.faultOf(name),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    onChange: (event: { currentTarget: { value: string } }) =>
      editor.change({ [name]: event.currentTarget.value }),
  })

  return (
    <>
      <TextInput {...field('subject')} maxLength={200} />
      <TextInput
        {...field('preheader')}
        maxLength={200}
        description={t('emailTemplates.fields.preheaderHint')}
      />
      <Input.Wrapper
        labelElement="div"
        label={t('emailTemplates.fields.body')}
        error={editor.faultOf('body')}
        labelProps={{ 'aria-hidden': true }}
      >
        <Suspense fallback={<LoadingBlock height={304} />}>
          <MailBodyEditor
            value={editor.text.body}
            onChange={(body) => editor.change({ body })}
            language={template.language}
            variables={mailVariables[template.kind]}
            label={t('emailTemplates.fields.body')}
            readOnly={!editor.canEdit}
          />
        </Suspense>
      </Input.Wrapper>
      <TextInput {...field('action')} maxLength={80} description={t('emailTemplates.fields.actionHint')} />
    </>
  )
}

interface EditorBarProps {
  editor: TemplateEditing
  template: Template
  draft: Draft | undefined
}

function EditorBar({ editor, template, draft }: EditorBarProps) {
  const { t, format } = useTexts()
  const mayEditOthers = useCan(mailPermissions.editTemplates)
  const isForAdmins = mayEditOthers && isSecurityTemplate(template.kind)
  const limit = useLanguageLimit(template.language)
  const reason = isForAdmins
    ? t('emailTemplates.bar.adminsOnly')
    : (limit ?? t('emailTemplates.bar.readOnly'))
  const { canEdit } = editor
  return (
    <ActionBar>
      <ActionBarState role="status">
        {template.edited
          ? t('emailTemplates.bar.edited', {
              version: template.version,
              date: format.date(template.updated_at ?? ''),
            })
          : t('emailTemplates.bar.builtIn')}
        {draft && <b>{t('emailTemplates.bar.unsaved')}</b>}
        {!canEdit && <b>{reason}</b>}
      </ActionBarState>
      {canEdit && (
        <>
          {template.edited && !draft && (
            <Button variant="default" onClick={() => editor.setOpen('reset')}>
              {t('emailTemplates.bar.reset')}
            </Button>
          )}
          {draft && (
            <Button variant="default" onClick={editor.discard}>
              {t('emailTemplates.bar.discard')}
            </Button>
          )}
          <Button variant="default" onClick={() => editor.setOpen('testMail')}>
            {t('emailTemplates.testMail.open')}
          </Button>
          <Button
            loading={editor.isBusy}
            disabled={!draft}
            onClick={() => editor.save(draft?.base ?? template.version)}
          >
            {t('emailTemplates.bar.save')}
          </Button>
        </>
      )}
    </ActionBar>
  )
}
