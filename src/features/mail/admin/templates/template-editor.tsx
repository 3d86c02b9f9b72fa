import { Button, Input, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { ResetDialog } from '#features/mail/admin/messages/reset-dialog.tsx'
import { MailPreview } from '#features/mail/admin/parts/mail-preview.tsx'
import type { MailText, Template } from '#features/mail/contract.ts'
import { mailVariables } from '#features/mail/model.ts'
import { mailPermissions, templatePermission } from '#features/mail/permissions.ts'
import { directionOf } from '#shared/languages.ts'
import { TemplateVersions } from './template-versions.tsx'
import { TestMailDialog } from './test-mail-dialog.tsx'
import type { Draft } from './use-drafts.ts'
import { useTemplateActions, useTemplatePreview } from './use-templates.ts'

const MailBodyEditor = lazy(async () => ({
  default: (await import('#features/mail/admin/parts/mail-body-editor.tsx')).MailBodyEditor,
}))

interface TemplateEditorProps {
  template: Template
  draft: Draft | undefined
  onDraft: (draft: Draft | undefined) => void
}

/** The text of a mail in one language, beside the mail that it makes. */
export function TemplateEditor({ template, draft, onDraft }: TemplateEditorProps) {
  const { t, format } = useTexts()
  const { kind, language, version } = template
  const toasts = useToasts()
  const actions = useTemplateActions(kind, language)
  const mayEditOthers = useCan(mailPermissions.editTemplates)
  const canEdit = useCan(templatePermission(kind))
  const { isBusy, error, failure, run, reset } = useAction({ showsFailure: true })
  const [open, setOpen] = useState<'testMail' | 'reset'>()

  const text = draft?.text ?? template.text
  const [settled] = useDebouncedValue(text, 400)
  const preview = useTemplatePreview(kind, language, settled)
  const newer = draft && version > draft.base ? version : staleVersion(error)

  function change(part: Partial<MailText>) {
    const next = { ...text, ...part }
    reset()
    onDraft(isSame(next, template.text) ? undefined : { text: next, base: draft?.base ?? version })
  }
  const replace = (work: () => Promise<unknown>, done: string) =>
    run(async () => {
      await work()
      onDraft(undefined)
    }, done)
  const save = (base: number) => replace(() => actions.save(text, base + 1), t('emailTemplates.toasts.saved'))
  const faultOf = (field: keyof MailText) => fieldErrors(error)[field]
  const field = (name: 'subject' | 'preheader' | 'action') => ({
    label: t(`emailTemplates.fields.${name}`),
    value: text[name],
    lang: language,
    dir: directionOf(language),
    readOnly: !canEdit,
    error: faultOf(name),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })

  return (
    <>
      <Columns>
        <Stack>
          {newer !== undefined && (
            <Notice
              kind="error"
              title={t('emailTemplates.stale.title')}
              actions={
                <>
                  <Button variant="default" loading={isBusy} onClick={() => save(newer)}>
                    {t('emailTemplates.stale.keep')}
                  </Button>
                  <Button
                    variant="default"
                    onClick={() => {
                      reset()
                      onDraft(undefined)
                      void actions.reload()
                    }}
                  >
                    {t('emailTemplates.stale.load')}
                  </Button>
                </>
              }
            >
              {t('emailTemplates.stale.text', { version: newer })}
            </Notice>
          )}
          {failure && newer === undefined && <Notice kind="error">{failure}</Notice>}
          <TextInput {...field('subject')} maxLength={200} />
          <TextInput
            {...field('preheader')}
            maxLength={200}
            description={t('emailTemplates.fields.preheaderHint')}
          />
          <Input.Wrapper
            labelElement="div"
            label={t('emailTemplates.fields.body')}
            error={faultOf('body')}
            labelProps={{ 'aria-hidden': true }}
          >
            <Suspense fallback={<LoadingBlock height={304} />}>
              <MailBodyEditor
                value={text.body}
                onChange={(body) => change({ body })}
                language={language}
                variables={mailVariables[kind]}
                label={t('emailTemplates.fields.body')}
                readOnly={!canEdit}
              />
            </Suspense>
          </Input.Wrapper>
          <TextInput
            {...field('action')}
            maxLength={80}
            description={t('emailTemplates.fields.actionHint')}
          />
          <TemplateVersions
            template={template}
            canEdit={canEdit}
            onTake={(taken, number) => {
              change(taken)
              toasts.show('success', t('emailTemplates.versions.taken', { version: number }))
            }}
          />
        </Stack>
        <MailPreview
          mail={preview.data}
          language={language}
          isMaking={preview.isFetching}
          error={preview.error}
          onRetry={() => void preview.refetch()}
        />
      </Columns>
      <ActionBar>
        <ActionBarState role="status">
          {template.edited
            ? t('emailTemplates.bar.edited', { version, date: format.date(template.updated_at ?? '') })
            : t('emailTemplates.bar.builtIn')}
          {draft && <b>{t('emailTemplates.bar.unsaved')}</b>}
          {!canEdit && <b>{t(`emailTemplates.bar.${mayEditOthers ? 'adminsOnly' : 'readOnly'}`)}</b>}
        </ActionBarState>
        {canEdit && (
          <>
            {template.edited && !draft && (
              <Button variant="default" onClick={() => setOpen('reset')}>
                {t('emailTemplates.bar.reset')}
              </Button>
            )}
            {draft && (
              <Button
                variant="default"
                onClick={() => {
                  reset()
                  onDraft(undefined)
                }}
              >
                {t('emailTemplates.bar.discard')}
              </Button>
            )}
            <Button variant="default" onClick={() => setOpen('testMail')}>
              {t('emailTemplates.testMail.open')}
            </Button>
            <Button loading={isBusy} disabled={!draft} onClick={() => save(draft?.base ?? version)}>
              {t('emailTemplates.bar.save')}
            </Button>
          </>
        )}
      </ActionBar>
      {open === 'testMail' && (
        <TestMailDialog send={() => actions.sendTestMail(text)} onClose={() => setOpen(undefined)} />
      )}
      <ResetDialog
        opened={open === 'reset'}
        onClose={() => setOpen(undefined)}
        onConfirm={() => {
          setOpen(undefined)
          replace(() => actions.reset(version + 1), t('emailTemplates.toasts.reset'))
        }}
      />
    </>
  )
}

/** The version that came in between, when that is why the server refused. */
function staleVersion(error: unknown): number | undefined {
  const version = error instanceof ApiError && error.status === 409 && error.members.current_version
  return typeof version === 'number' ? version : undefined
}

const isSame = (one: MailText, other: MailText) =>
  one.subject === other.subject &&
  one.preheader === other.preheader &&
  one.body === other.body &&
  one.action === other.action
