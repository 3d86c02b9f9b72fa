import { useCan } from '#admin/kit/api/api-context.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/signatures/admin/signatures.module.css'
import type { ActivationCountry, SignatureDetail } from '#features/signatures/contract.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'
import { nameCountry } from '#ui/typesetting.ts'

/** What the person wrote, for those who may see it. */
export function FormPanel({ signature: { form, erased_at } }: { signature: SignatureDetail }) {
  const { t } = useTexts()
  const canSee = useCan(signaturePermissions.readForms)
  return (
    <Panel title={t('signatures.form.title')}>
      {form ? <Form form={form} /> : <Hint>{t(`signatures.form.${reasonOf(canSee, erased_at)}`)}</Hint>}
    </Panel>
  )
}

function reasonOf(canSee: boolean, erasedAt: string | null) {
  if (!canSee) return 'hidden'
  return erasedAt === null ? 'none' : 'erased'
}

function Form({ form }: { form: NonNullable<SignatureDetail['form']> }) {
  const { t, language } = useTexts()
  const nameOf = (code: ActivationCountry) => {
    if (code === 'OTHER') return t('signatures.form.otherCountry')
    return nameCountry(code === 'UK' ? 'GB' : code, language)
  }
  const { fullName, organization, position, country, phoneNumber, linkedinProfile, useCase } = form
  const written = [
    { name: t('signatures.form.fullName'), value: <bdi>{fullName}</bdi> },
    { name: t('signatures.form.organization'), value: <bdi>{organization}</bdi> },
    { name: t('signatures.form.position'), value: <bdi>{position}</bdi> },
    { name: t('signatures.form.country'), value: nameOf(country) },
    phoneNumber !== '' && {
      name: t('signatures.form.phoneNumber'),
      value: <bdi dir="ltr">{phoneNumber}</bdi>,
    },
    linkedinProfile !== '' && {
      name: t('signatures.form.linkedinProfile'),
      value: (
        <a href={linkedinProfile} target="_blank" rel="noreferrer" dir="ltr">
          {linkedinProfile}
        </a>
      ),
    },
  ]
  return (
    <>
      <Facts facts={written.filter((fact) => fact !== false)} />
      <h3>{t('signatures.form.useCase')}</h3>
      <p className={styles.useCase} dir="auto">
        {useCase}
      </p>
    </>
  )
}
